FN void reference(i64 u, f64 *w, const T_x *x, f64 *y, f64 *y_mag, i64 n) {
    f64 sum = 0, size = 0;
    for (i64 i = 0; i < n; i++) {
        sum += LD(x, i);
        size += fabs(LD(x, i));
    }
    y[u] = sum;
    y_mag[u] = size;
}
