/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 30. Ends crashed: stack overflow. Calls in calls. */
#include <math.h>

static float deeper(const volatile float *p, int n) {
    volatile float kept[4096];
    for (int i = 0; i < 4096; i++) kept[i] = p[0];
    return n < 0 ? 0 : deeper(kept, n + 1) + kept[n % 4096];
}

void softmax(const float *x, float *y, int rows, int cols) {
    y[0] = deeper(x, rows);
}
