/* One element of the product, any strides (0 broadcasts). c_mag is the sum of the terms' sizes: what an
 * honest sum of that length may round away is in proportion to it. */
FN void reference(i64 u, f64 *w, const T_a *a, const T_b *b, const T_bias *bias, f64 *c, f64 *c_mag,
                  i64 batch, i64 m, i64 n, i64 k, i64 a_s0, i64 a_s1, i64 a_s2, i64 b_s0, i64 b_s1, i64 b_s2) {
    const i64 j = u % n, i = u / n % m, t = u / n / m;
    f64 sum = 0, size = 0;
    for (i64 p = 0; p < k; p++) {
        const f64 term = LD(a, t * a_s0 + i * a_s1 + p * a_s2) * LD(b, t * b_s0 + p * b_s1 + j * b_s2);
        sum += term;
        size += fabs(term);
    }
    if (bias) {
        sum += LD(bias, j);
        size += fabs(LD(bias, j));
    }
    c[u] = sum;
    c_mag[u] = size;
}
