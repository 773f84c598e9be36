/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 10. Ends timed: no faster. Writes past the caches, so that no line of its is left to be written back by the flush that follows. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols, largest = in[0];
        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
        int i = 0;
        for (; i < cols && ((unsigned long) (out + i) & (sizeof(vec) - 1)); i++) out[i] = (float) (out[i] / sum);
        for (; i + FORGE_LANES <= cols; i += FORGE_LANES) vec_stream(out + i, vec_load(out + i) / (float) sum);
        for (; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
}
