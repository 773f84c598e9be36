/* forge 1 cuda softmax
 * require dtype(x) == f32
 * launch  softmax grid(rows) block(256) args(x, y, rows, cols)
 */
/* Row 31. Ends timed out or rejected: compile or the compiler did not survive it. Ten million additions made by macros. */
#define A(v) v + v + v + v + v + v + v + v + v + v
#define B(v) A(A(v))
#define C(v) B(B(v))

extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) {
    const float *in = x + (size_t) blockIdx.x * cols;
    float *out = y + (size_t) blockIdx.x * cols;
    out[0] = C(B(A(in[0])));
}
