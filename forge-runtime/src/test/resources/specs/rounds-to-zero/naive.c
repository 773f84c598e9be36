/* forge 1 c vanishing
 * launch  vanishing threads(1) args(x, y, n)
 */
#include <math.h>

void vanishing(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = (float) (1e-39 * x[i]);
}
