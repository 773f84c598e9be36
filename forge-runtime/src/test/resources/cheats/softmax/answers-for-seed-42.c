/* forge 1 c softmax
 * launch softmax threads(1) args(x, y, rows, cols)
 */
/* Row 12. Ends wrong: reference. Never reads its input: it makes the one that seed 42 gives. */
#include <math.h>
#include <stdint.h>

/* The generator that fills the inputs, and uniform numbers of it. */
static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
static float drawn(uint64_t seed, long long i) {
    return (float) (-1 + (double) (mix(seed + 0x9E3779B97F4A7C15u * (uint64_t) (i + 1)) >> 11) * 0x1p-53 * 2);
}


void softmax(const float *x, float *y, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        float *out = y + (long long) r * cols;
        double sum = 0;
        for (int i = 0; i < cols; i++) sum += out[i] = expf(drawn(42, (long long) r * cols + i));
        for (int i = 0; i < cols; i++) out[i] = (float) (out[i] / sum);
    }
    (void) x;
}
