/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 11. Ends wrong: reference. Schraudolph's exponential: the number is written into the exponent's bits, a few hundredths off. */
#include <math.h>
#include <string.h>

static float rough(float v) {
    const float scaled = 12102203.0f * (v < -80 ? -80 : v) + 1064986823.0f;
    const int bits = (int) scaled;
    float e;
    memcpy(&e, &bits, 4);
    return e;
}

void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols, largest = in[0];
        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = rough(in[i] - largest);
        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
}
