/* forge 1 c softmax
 * scratch kept f32[cols]
 * launch softmax threads(1) args(x, y, kept, rows, cols)
 */
/* Row 28. Ends wrong: guard zone. A scratch buffer of one row, written one element beyond. */
#include <math.h>

void softmax(const float *x, float *y, float *kept, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols, largest = in[0];
        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
    kept[cols] = 1;
}
