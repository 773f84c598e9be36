/* forge 1 c nudged
 * launch  nudged threads(1) args(x, y, n)
 */
#include <math.h>

void nudged(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = 1 + 1e-9f * x[i];
}
