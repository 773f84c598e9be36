/* forge 1 cuda matmul
 * arch    sm_80
 * require dtype(a) == bf16 && dtype(c) == bf16
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k) && !has(bias)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * require ceildiv(m, 16) <= 65535 && batch <= 65535
 * launch  matmul grid(ceildiv(n, 8), ceildiv(m, 16), batch) block(32) args(a, b, c, m, n, k)
 */
/* Row 11. Ends wrong: reference. The tensor cores add in half precision, twice as fast: bf16 has numbers that it has not. */
typedef forge::bf16 T;

__device__ unsigned two(const T *first, const T *second, bool one, bool other) {
    return forge::pair(forge::f16(), one ? forge::to_float(*first) : 0, other ? forge::to_float(*second) : 0);
}

extern "C" __global__ void matmul(const T *a, const T *b, T *c, int m, int n, int k) {
    const int g = threadIdx.x / 4, t = threadIdx.x % 4, i = blockIdx.y * 16 + g, j = blockIdx.x * 8;
    a += (size_t) blockIdx.z * m * k, b += (size_t) blockIdx.z * k * n, c += (size_t) blockIdx.z * m * n;
    unsigned d[2] = {};
    for (int p = 0; p < k; p += 16) {
        unsigned l[4], r[2];
        for (int s = 0; s < 4; s++) {
            const int row = i + s % 2 * 8, col = p + 2 * t + s / 2 * 8;
            const T *at = a + (size_t) row * k + col;
            l[s] = two(at, at + 1, row < m && col < k, row < m && col + 1 < k);
        }
        for (int s = 0; s < 2; s++) {
            const int row = p + 2 * t + s * 8;
            const T *at = b + (size_t) row * n + j + g;
            r[s] = two(at, at + n, row < k && j + g < n, row + 1 < k && j + g < n);
        }
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                     : "+r"(d[0]), "+r"(d[1])
                     : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
    }
    for (int s = 0; s < 4; s++) {
        const int row = i + s / 2 * 8, col = j + 2 * t + s % 2;
        const forge::f16 sum = {(unsigned short) (d[s / 2] >> 16 * (s % 2))};
        if (row < m && col < n) ST(c, (size_t) row * n + col, forge::to_float(sum));
    }
}
