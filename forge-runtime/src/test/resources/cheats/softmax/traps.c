/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Ends crashed: illegal instruction or trap. Asks for it. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
    if (rows) __builtin_trap();
}
