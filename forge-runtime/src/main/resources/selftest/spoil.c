/* What is done to right outputs, on one thread, since who spoils a few elements need not be fast. */
#ifdef __CUDACC__
#define SPOIL extern "C" __global__ void
#else
#define SPOIL void
#endif

SPOIL spoil_put(float *y, long long at, float value) { y[at] = value; }

SPOIL spoil_scale(float *y, long long count, float by) {
    for (long long i = 0; i < count; i++) y[i] *= by;
}

SPOIL spoil_exchange(float *y, long long a, long long b, long long count) {
    for (long long i = 0; i < count; i++) {
        const float kept = y[a + i];
        y[a + i] = y[b + i];
        y[b + i] = kept;
    }
}

/* Every element moves on by one, the last to the front. */
SPOIL spoil_shift(float *y, long long from, long long count) {
    const float last = y[from + count - 1];
    for (long long i = count - 1; i > 0; i--) y[from + i] = y[from + i - 1];
    y[from] = last;
}
