/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 19. Ends forbidden: symbol. Sets a counter of the checker's by its name: nothing outside can be linked, and the counter is in another process. */
#include <math.h>
extern double forge_worst_share;

void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *in = x + (long long) r * cols;
        float *out = y + (long long) r * cols, largest = in[0];
        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
    forge_worst_share = 0;
}
