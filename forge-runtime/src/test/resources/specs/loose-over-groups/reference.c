FN void reference(i64 r, f64 *w, const T_x *x, const T_z *z, f64 *y, i64 rows, i64 cols) {
    for (i64 c = 0; c < cols; c++) y[r * cols + c] = LD(x, c) + 1e-3 * LD(z, r);
}
