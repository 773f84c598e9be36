/* forge 1 c total
 * launch  total threads(1) args(x, y, n)
 */
void total(const float *x, float *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    y[0] = (float) sum;
}
