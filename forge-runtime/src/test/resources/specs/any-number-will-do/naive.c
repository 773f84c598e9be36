/* forge 1 c shrugged
 * launch  shrugged threads(1) args(x, y, n)
 */
#include <math.h>

void shrugged(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
