/* forge 1 c swiglu
 * require dtype(a) == f32
 * launch  swiglu threads(1) args(a, b, y, rows, cols)
 */
/* The definition, element by element. */
#include <math.h>

void swiglu(const float *a, const float *b, float *y, int rows, int cols) {
    for (long long i = 0; i < (long long) rows * cols; i++) y[i] = a[i] / (1 + expf(-a[i])) * b[i];
}
