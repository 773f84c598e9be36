/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 30. Ends crashed: illegal address (SIGSEGV) in softmax. Writes where nothing is. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    *(volatile float *) 8 = x[0];
}
