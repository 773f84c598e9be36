/* forge 1 c softmax
 * require dtype(x) == f32
 * launch  softmax threads(1) args(x, y, rows, cols)
 */
/* The definition, step by step: the row's largest value, the exponentials and their sum, the division. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols;

        float largest = in[0];
        for (int i = 1; i < cols; i++)
            if (in[i] > largest) largest = in[i];

        double sum = 0; /* a row may be long */
        for (int i = 0; i < cols; i++) {
            out[i] = expf(in[i] - largest);
            sum += out[i];
        }

        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
}
