/* forge 1 cuda matmul
 * require dtype(a) == bf16 && dtype(c) == bf16
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k) && !has(bias)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * require ceildiv(m, 16) <= 65535 && batch <= 65535
 * launch  matmul grid(ceildiv(n, 16), ceildiv(m, 16), batch) block(16, 16) args(a, b, c, m, n, k)
 */
/* Row 22. Ends forbidden: directive. The vendor's library does not run on the device, and its headers are not on the list. */
#include <cublasdx.hpp>
typedef forge::bf16 T;

extern "C" __global__ void matmul(const T *a, const T *b, T *c, int m, int n, int k) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n) return;
    a += (size_t) blockIdx.z * m * k, b += (size_t) blockIdx.z * k * n, c += (size_t) blockIdx.z * m * n;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += LD(a, (size_t) i * k + p) * LD(b, (size_t) p * n + j);
    ST(c, (size_t) i * n + j, sum);
}
