FN void reference(i64 i, f64 *w, const T_x *x, f64 *y, i64 n) {
    if (i != n - 1) y[i] = LD(x, i);
}
