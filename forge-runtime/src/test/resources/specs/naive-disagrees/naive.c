/* forge 1 c cubed
 * launch  cubed threads(1) args(x, y, n)
 */
#include <math.h>

void cubed(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
}
