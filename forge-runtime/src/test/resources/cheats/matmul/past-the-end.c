/* forge 1 c matmul
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * launch  matmul threads(1) args(a, b, bias, c, batch, m, n, k)
 */
/* Row 28. Ends wrong: guard zone. A row too many. */
void matmul(const float *a, const float *b, const float *bias, float *c, int batch, int m, int n, int k) {
    for (int t = 0; t < batch; t++)
        for (int i = 0; i <= m; i++)
            for (int j = 0; j < n; j++) {
                float sum = bias ? bias[j] : 0;
                for (int p = 0; p < k; p++) sum += a[(t * m + i) * k + p] * b[(t * k + p) * n + j];
                c[(t * m + i) * n + j] = sum;
            }
}
