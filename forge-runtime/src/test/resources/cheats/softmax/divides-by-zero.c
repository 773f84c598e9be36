/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 30. Ends crashed: arithmetic trap. An integer division by zero. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    volatile int zero = rows - rows;
    y[0] = cols / zero;
}
