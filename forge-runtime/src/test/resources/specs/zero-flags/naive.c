/* forge 1 c far_out
 * launch  far_out threads(1) args(x, y, n)
 */
#include <math.h>

void far_out(const float *x, unsigned char *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] > 50;
}
