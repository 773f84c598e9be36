/* forge 1 cuda softmax
 * const   KIND = if(dtype(x) == f16, 1, if(dtype(x) == bf16, 2, 0))
 * launch  softmax grid(ceildiv(rows, 128)) block(128) args(x, y, rows, cols)
 */
/* The definition, step by step: the row's largest value, the sum of the exponentials, the division. A row is
 * one thread's work, as in a loop over the rows on a CPU. */
typedef forge::number<KIND>::type T;

extern "C" __global__ void softmax(const T *x, T *y, int rows, int cols) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const T *in = x + (size_t) row * cols;
    T *out = y + (size_t) row * cols;

    float largest = LD(in, 0);
    for (int i = 1; i < cols; i++) largest = fmaxf(largest, LD(in, i));

    double sum = 0; /* a row may be long */
    for (int i = 0; i < cols; i++) sum += expf(LD(in, i) - largest);

    for (int i = 0; i < cols; i++) ST(out, i, (float) (expf(LD(in, i) - largest) / sum));
}
