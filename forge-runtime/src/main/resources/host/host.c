/* Put after forge.h. What every worker keeps loaded: the cache flush, and the two loops that measure what this machine can do.
 * It also holds the OpenMP runtime in the process while candidates come and go. */
#include <stddef.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define LANES FORGE_LANES
#define CHAINS 12 /* independent sums: enough to cover the latency of two multiply-add units, few enough for 16 registers */

static volatile long long sink;

/* Reads n bytes with every core, so that what the caches held before is gone. */
void forge_flush(const void *memory, long long n) {
    const long long *words = memory;
    long long sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (long long i = 0; i < n / 8; i++) sum += words[i];
    sink = sum;
}

/* Copies n floats with every core: 4n bytes read, 4n written. */
void forge_copy(const float *restrict from, float *restrict to, long long n) {
#pragma omp parallel for schedule(static)
    for (long long i = 0; i < n; i++) to[i] = from[i];
}

/* The same with stores past the cache: no line is read only to be overwritten. Both pointers are aligned. */
void forge_copy_past_cache(const float *restrict from, float *restrict to, long long n) {
#pragma omp parallel for schedule(static)
    for (long long i = 0; i < n / LANES; i++) vec_stream(to + i * LANES, vec_load(from + i * LANES));
}

/* On every one of `threads` cores: n rounds of CHAINS vector multiply-adds, 2 * LANES * CHAINS flops a round. */
void forge_multiply_add(float *out, long long n, long long threads) {
#pragma omp parallel for schedule(static)
    for (long long t = 0; t < threads; t++) {
        vec s[CHAINS];
        for (int c = 0; c < CHAINS; c++)
            for (int l = 0; l < LANES; l++) s[c][l] = (float) (c + l + t);
        vec factor, step;
        for (int l = 0; l < LANES; l++) {
            factor[l] = 0.999f;
            step[l] = 0.001f;
        }
        for (long long i = 0; i < n; i++) {
#pragma GCC unroll 12
            for (int c = 0; c < CHAINS; c++) s[c] = s[c] * factor + step;
        }
        float sum = 0;
        for (int c = 0; c < CHAINS; c++)
            for (int l = 0; l < LANES; l++) sum += s[c][l];
        out[t] = sum;
    }
}

/* Floats in a vector, for the count of flops. */
void forge_lanes(float *out) { out[0] = LANES * CHAINS * 2; }

/* How this thread rounds, flushes and traps: what a candidate has no business changing. */
void forge_mode(long long *out) {
#if defined(__x86_64__)
    unsigned short x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    out[0] = (long long) (__builtin_ia32_stmxcsr() & ~0x3Fu) << 16 | x87;
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpcr" : "=r"(out[0]));
#else
    out[0] = 0;
#endif
}
