/* forge 1 c doubled
 * launch  doubled threads(1) args(x, y, n)
 */
#include <math.h>

void doubled(const int *x, int *y, int n) {
    for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}
