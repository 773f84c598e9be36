/* forge 1 c scaled
 * launch  scaled threads(1) args(x, y, n)
 */
#include <math.h>

void scaled(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = 3 * x[i];
}
