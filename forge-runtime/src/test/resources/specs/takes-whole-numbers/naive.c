/* forge 1 c digit_sum
 * launch  digit_sum threads(1) args(x, y, n)
 */
#include <math.h>

void digit_sum(const int *x, int *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] % 10 + x[i] / 10 % 10;
}
