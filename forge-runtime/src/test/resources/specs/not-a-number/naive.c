/* forge 1 c imaginary
 * launch  imaginary threads(1) args(x, y, n)
 */
#include <math.h>

void imaginary(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = logf(-1 - x[i] * x[i]);
}
