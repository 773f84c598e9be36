/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Ends timed out: verify. Waits for what never comes. */
void softmax(const float *x, float *y, int rows, int cols) {
    (void) rows, (void) cols;
    while (*(volatile const float *) x != 123.25f) y[0] = 0;
}
