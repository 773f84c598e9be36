/* forge 1 c another
 * launch  another threads(1) args(x, y, n)
 */
#include <math.h>

void another(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
