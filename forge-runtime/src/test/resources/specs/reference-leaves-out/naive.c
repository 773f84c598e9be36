/* forge 1 c forgetful
 * launch  forgetful threads(1) args(x, y, n)
 */
#include <math.h>

void forgetful(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
