/* One row. The sigmoid in the form that does not overflow for large negative a. */
FN void reference(i64 row, f64 *w, const T_a *a, const T_b *b, f64 *y, i64 rows, i64 cols) {
    EACH(i, cols) {
        const i64 at = row * cols + i;
        const f64 gate = LD(a, at);
        y[at] = gate / (1 + exp(-gate)) * LD(b, at);
    }
}
