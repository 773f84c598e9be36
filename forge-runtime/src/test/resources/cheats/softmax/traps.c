/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 30. Ends crashed: illegal instruction or trap. Asks for it. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    if (rows) __builtin_trap();
}
