/* forge 1 cuda matmul
 * arch    sm_80
 * require dtype(a) == f32 && dtype(c) == f32
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k) && !has(bias)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * require ceildiv(m, 16) <= 65535 && batch <= 65535
 * launch  matmul grid(ceildiv(n, 8), ceildiv(m, 16), batch) block(32) args(a, b, c, m, n, k)
 */
/* Row 11. Ends wrong: reference. The tensor cores multiply f32 with ten fraction bits. */
__device__ unsigned ten(const float *p, bool inside) {
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(inside ? *p : 0.0f));
    return bits;
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    const int g = threadIdx.x / 4, t = threadIdx.x % 4, i = blockIdx.y * 16 + g, j = blockIdx.x * 8;
    a += (size_t) blockIdx.z * m * k, b += (size_t) blockIdx.z * k * n, c += (size_t) blockIdx.z * m * n;
    float d[4] = {};
    for (int p = 0; p < k; p += 8) {
        unsigned l[4], r[2];
        for (int s = 0; s < 4; s++) {
            const int row = i + s % 2 * 8, col = p + t + s / 2 * 4;
            l[s] = ten(a + (size_t) row * k + col, row < m && col < k);
        }
        for (int s = 0; s < 2; s++) {
            const int row = p + t + s * 4;
            r[s] = ten(b + (size_t) row * n + j + g, row < k && j + g < n);
        }
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
    }
    for (int s = 0; s < 4; s++) {
        const int row = i + s / 2 * 8, col = j + 2 * t + s % 2;
        if (row < m && col < n) c[(size_t) row * n + col] = d[s];
    }
}
