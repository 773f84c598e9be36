/* forge 1 cuda swiglu
 * const   KIND = if(dtype(a) == bf16, 2, 0)
 * launch  swiglu grid(ceildiv(cols, 256), rows) block(256) args(a, b, y, cols)
 */
/* The definition: an element is one thread's work. */
typedef forge::number<KIND>::type T;

extern "C" __global__ void swiglu(const T *a, const T *b, T *y, int cols) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cols) return;
    const size_t at = (size_t) blockIdx.y * cols + i;
    const float gate = LD(a, at);
    ST(y, at, gate / (1 + expf(-gate)) * LD(b, at));
}
