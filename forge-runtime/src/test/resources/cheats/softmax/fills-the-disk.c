/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 31. Ends rejected: takes more than. A table whose object file takes a gigabyte. */
static char table[1000000000] = {1};

void softmax(const float *x, float *y, int rows, int cols) {
    y[0] = table[rows] + x[cols];
}
