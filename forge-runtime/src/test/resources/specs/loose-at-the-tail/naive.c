/* forge 1 c fading
 * launch  fading threads(1) args(x, y, n)
 */
#include <math.h>

void fading(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = (float) (x[i] * exp(-0.01 * i));
}
