/* forge 1 c shelled
 * launch  shelled threads(1) args(x, y, n)
 */
int system(const char *);

void shelled(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] + system("true");
}
