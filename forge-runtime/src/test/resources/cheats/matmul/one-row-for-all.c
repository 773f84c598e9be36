/* forge 1 c matmul
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * launch  matmul threads(1) args(a, b, bias, c, batch, m, n, k)
 */
/* Row 15. Ends wrong: reference. Where rows of a look alike by their first terms, one is computed for both. */
void matmul(const float *a, const float *b, const float *bias, float *c, int batch, int m, int n, int k) {
    for (int t = 0; t < batch; t++)
        for (int i = 0; i < m; i++) {
            const float *row = a + (t * m + i) * k;
            const int like = i && (row[0] > 0) == (row[-k] > 0) && (row[k / 2] > 0) == (row[k / 2 - k] > 0);
            for (int j = 0; j < n; j++) {
                float sum = bias ? bias[j] : 0;
                for (int p = 0; p < k; p++) sum += row[p] * b[(t * k + p) * n + j];
                c[(t * m + i) * n + j] = like ? c[(t * m + i - 1) * n + j] : sum;
            }
        }
}
