/* forge 1 c reaching
 * launch  reaching threads(1) args(x, y, n)
 */
#include <math.h>

void reaching(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) *(volatile float *) 16 = x[i];
}
