/* forge 1 cuda matmul
 * const   KIND = if(dtype(a) == f16, 1, if(dtype(a) == bf16, 2, 0))
 * require dtype(a) == dtype(c) && (dtype(a) == f32 || dtype(a) == f16 || dtype(a) == bf16)
 * require ceildiv(m, 16) <= 65535 && batch <= 65535
 * launch  matmul grid(ceildiv(n, 16), ceildiv(m, 16), batch) block(16, 16) args(a, b, bias, c, m, n, k, i64(stride(a,0)), i64(stride(a,1)), i64(stride(a,2)), i64(stride(b,0)), i64(stride(b,1)), i64(stride(b,2)))
 */
/* The definition: each element of c is a row of a times a column of b, and one thread's work. */
typedef forge::number<KIND>::type T;

extern "C" __global__ void matmul(const T *a, const T *b, const T *bias, T *c, int m, int n, int k,
                                  long long a_batch, long long a_row, long long a_col,
                                  long long b_batch, long long b_row, long long b_col) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, t = blockIdx.z;
    if (i >= m || j >= n) return;
    const T *row = a + t * a_batch + i * a_row, *col = b + t * b_batch + j * b_col;

    float sum = bias ? LD(bias, j) : 0;
    for (int p = 0; p < k; p++) sum += LD(row, p * a_col) * LD(col, p * b_row);
    ST(c, ((size_t) t * m + i) * n + j, sum);
}
