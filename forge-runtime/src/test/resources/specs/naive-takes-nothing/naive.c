/* forge 1 c picky
 * require n == 123457
 * launch  picky threads(1) args(x, y, n)
 */
#include <math.h>

void picky(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
