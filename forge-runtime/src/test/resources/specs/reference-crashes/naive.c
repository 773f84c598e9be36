/* forge 1 c falling
 * launch  falling threads(1) args(x, y, n)
 */
#include <math.h>

void falling(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
