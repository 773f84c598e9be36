/* forge 1 c places
 * launch  places threads(1) args(x, y, n)
 */
#include <math.h>

void places(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = i;
}
