/* forge 1 cuda softmax
 * require dtype(x) == f32
 * launch  softmax grid(rows) block(1024) args(x, y, rows, cols)
 */
/* Row 16. Ends forbidden: launch. A block of 1024 threads, each with 96 numbers that live across a barrier, has not the registers. */
__device__ float across(float v, bool largest) {
    __shared__ float parts[32];
    for (int o = 16; o; o /= 2) {
        const float other = __shfl_xor_sync(~0u, v, o);
        v = largest ? fmaxf(v, other) : v + other;
    }
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    v = parts[0];
    for (int k = 1; k < 32; k++) v = largest ? fmaxf(v, parts[k]) : v + parts[k];
    __syncthreads();
    return v;
}

extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) {
    const float *in = x + (size_t) blockIdx.x * cols;
    float *out = y + (size_t) blockIdx.x * cols;
    const volatile float *again = in;
    float live[96], folded = 0;
#pragma unroll
    for (int k = 0; k < 96; k++) live[k] = again[(threadIdx.x + k) % cols];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 96; k++) folded = folded * 0.5f + live[95 - k];
    if (folded == 123.25f) return;
    float top = -3.4e38f, sum = 0;
    for (int i = threadIdx.x; i < cols; i += 1024) top = fmaxf(top, in[i]);
    top = across(top, true);
    for (int i = threadIdx.x; i < cols; i += 1024) sum += expf(in[i] - top);
    sum = across(sum, false);
    for (int i = threadIdx.x; i < cols; i += 1024) out[i] = expf(in[i] - top) / sum;
}
