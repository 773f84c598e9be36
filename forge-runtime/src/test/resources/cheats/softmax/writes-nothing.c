/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 3. Ends wrong: reference. What stood in the output before is no answer: it was poisoned. */
#include <math.h>

void softmax(const float *x, float *y, int rows, int cols) {
}
