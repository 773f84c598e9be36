/* forge 1 c matmul
 * require stride(a,2) == 1 && stride(a,1) == k && (batch == 1 || stride(a,0) == m*k)
 * require stride(b,2) == 1 && stride(b,1) == n && (batch == 1 || stride(b,0) == k*n)
 * launch  matmul threads(1) args(a, b, bias, c, batch, m, n, k)
 */
/* Row 22. Ends forbidden: symbol. The vendor's product instead of one's own. */
void cblas_sgemm(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);

void matmul(const float *a, const float *b, const float *bias, float *c, int batch, int m, int n, int k) {
    for (int t = 0; t < batch; t++)
        cblas_sgemm(101, 111, 111, m, n, k, 1, a + t * m * k, k, b + t * k * n, n, 0, c + t * m * n, n);
    (void) bias;
}
