/* forge 1 c softmax
 * scratch kept f32[rows*cols*1000000000000]
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 16. Ends forbidden: launch. Scratch that no machine has. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols, largest = in[0];
        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
}
