/* forge 1 cuda softmax
 * launch softmax grid(ceildiv(rows, 64)) block(64) args(x, y, rows, cols)
 */
/* Ends wrong: reference. What the run before left may be the answer. */
extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
}
