/* Softmax of one row. The largest value is taken off first, so that no exp overflows. */
FN void reference(i64 row, f64 *w, const T_x *x, f64 *y, i64 rows, i64 cols) {
    const T_x *in = x + row * cols;
    f64 largest = -INF, sum = 0;
    EACH(i, cols) largest = fmax(largest, LD(in, i));
    largest = team_max(largest);
    EACH(i, cols) sum += exp(LD(in, i) - largest);
    sum = team_sum(sum);
    EACH(i, cols) y[row * cols + i] = exp(LD(in, i) - largest) / sum;
}
