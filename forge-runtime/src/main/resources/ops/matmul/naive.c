/* forge 1 c matmul
 * require dtype(a) == f32 && dtype(c) == f32
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * launch  matmul threads(1) args(a, b, bias, c, batch, m, n, k)
 */
/* The definition: each element of c is a row of a times a column of b. */
#include <stddef.h>

void matmul(const float *a, const float *b, const float *bias, float *c, int batch, int m, int n, int k) {
    for (int t = 0; t < batch; t++) {
        const float *at = a + (size_t) t * m * k, *bt = b + (size_t) t * k * n;
        float *ct = c + (size_t) t * m * n;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                float sum = bias ? bias[j] : 0;
                for (int p = 0; p < k; p++) sum += at[(size_t) i * k + p] * bt[(size_t) p * n + j];
                ct[(size_t) i * n + j] = sum;
            }
    }
}
