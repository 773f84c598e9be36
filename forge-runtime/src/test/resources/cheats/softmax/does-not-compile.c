/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Ends rejected: softmax.c:7:12: error. A word is missing. */

void softmax(const float *x, float *y, int rows, int cols) {
    y[0] = ;
}
