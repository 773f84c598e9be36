/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 29. Ends timed out: verify. Never returns. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    for (volatile int i = 0;; i++) y[0] = i;
}
