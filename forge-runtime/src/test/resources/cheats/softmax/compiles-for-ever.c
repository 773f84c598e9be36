/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 31. Ends timed out: compile. Ten million additions made by macros. */
#include <math.h>
#define A(v) v + v + v + v + v + v + v + v + v + v
#define B(v) A(A(v))
#define C(v) B(B(v))

void softmax(const float *x, float *y, int rows, int cols) {
    y[0] = C(B(A(x[0])));
}
