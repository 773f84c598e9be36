/* forge 1 c nearly_rows
 * launch  nearly_rows threads(1) args(x, z, y, rows, cols)
 */
void nearly_rows(const float *x, const float *z, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) y[r * cols + c] = x[c] + 1e-3f * z[r];
}
