/* Reads n bytes; what it finds is of no interest. */
extern "C" __global__ void forge_read(const uint4 *memory, i64 n, unsigned *sink) {
    unsigned sum = 0;
    for (i64 i = blockIdx.x * (i64) blockDim.x + threadIdx.x; i < n / 16; i += (i64) gridDim.x * blockDim.x) {
        const uint4 v = memory[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 0x12345678u) *sink = sum;
}
