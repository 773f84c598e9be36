/* forge 1 cuda softmax
 * require dtype(x) == f32
 * launch  softmax grid(rows) block(256) args(x, y, rows, cols)
 */
/* Row 14. Ends wrong: reference. A row of equal inputs hides it; no other does. */
extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) {
    float *out = y + (size_t) blockIdx.x * cols;
    for (int i = threadIdx.x; i < cols; i += 256) out[i] = 1.0f / cols;
}
