/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 11. Ends wrong: reference. Exponentials are kept with the 10 fraction bits of half precision. */
#include <math.h>
#include <string.h>

static float half(float v) {
    unsigned bits;
    memcpy(&bits, &v, 4);
    bits = (bits + 0x1000) & 0xFFFFE000;
    memcpy(&v, &bits, 4);
    return v;
}

void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols, largest = in[0];
        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = half(expf(in[i] - largest));
        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
}
