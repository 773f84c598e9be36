/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Ends crashed: illegal address. Writes where nothing is. */
void softmax(const float *x, float *y, int rows, int cols) {
    (void) x, (void) y, (void) rows, (void) cols;
    *(volatile float *) 16 = 1;
}
