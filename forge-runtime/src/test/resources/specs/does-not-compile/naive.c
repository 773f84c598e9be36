/* forge 1 c slipped
 * launch  slipped threads(1) args(x, y, n)
 */
#include <math.h>

void slipped(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i];
}
