/* Prelude put before every C candidate: what gcc and clang, and their machines, call by different names.
 *
 * A `vec` is as many floats as one register of this machine holds (FORGE_LANES). Plain operators work
 * on it lane by lane: a * b + c is one fused instruction where the machine has one.
 */
#ifndef FORGE_H
#define FORGE_H

/* A loop that clang cannot turn into vector code stays as it is: slower, and no fault of the source. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#if defined(__AVX512F__)
#define FORGE_LANES 16
#elif defined(__AVX__)
#define FORGE_LANES 8
#else
#define FORGE_LANES 4
#endif

/* may_alias: a vec is another view of floats, not an object of its own. */
typedef float vec __attribute__((vector_size(4 * FORGE_LANES), may_alias));
typedef int ivec __attribute__((vector_size(4 * FORGE_LANES), may_alias));
typedef vec unaligned_vec __attribute__((aligned(4)));

#define FORGE_FN static inline __attribute__((always_inline, unused))

FORGE_FN vec vec_load(const float *p) { return *(const unaligned_vec *) p; }
FORGE_FN void vec_store(float *p, vec v) { *(unaligned_vec *) p = v; }
FORGE_FN vec vec_all(float v) { return v - (vec) {0}; }

/* The larger of each pair of lanes. */
FORGE_FN vec vec_max(vec a, vec b) {
#if defined(__clang__)
    return __builtin_elementwise_max(a, b);
#elif defined(__AVX512F__)
    return __builtin_ia32_maxps512_mask(a, b, a, -1, 4);
#elif defined(__AVX__)
    return __builtin_ia32_maxps256(a, b);
#elif defined(__SSE__)
    return __builtin_ia32_maxps(a, b);
#else
    const ivec larger = a > b;
    return (vec) (((ivec) a & larger) | ((ivec) b & ~larger));
#endif
}

/* Writes past the cache: for results that nobody reads soon. p must be aligned to a vec.
 * Where the compiler offers no such store it is an ordinary one. */
FORGE_FN void vec_stream(float *p, vec v) {
#if defined(__clang__)
    __builtin_nontemporal_store(v, (vec *) p);
#elif defined(__AVX512F__)
    __builtin_ia32_movntps512(p, v);
#elif defined(__AVX__)
    __builtin_ia32_movntps256(p, v);
#elif defined(__SSE__)
    __builtin_ia32_movntps(p, v);
#else
    *(vec *) p = v;
#endif
}

/* Lanes combined into one number. */
FORGE_FN float vec_sum(vec v) {
    float sum = 0;
    for (int i = 0; i < FORGE_LANES; i++) sum += v[i];
    return sum;
}
FORGE_FN float vec_largest(vec v) {
    float largest = v[0];
    for (int i = 1; i < FORGE_LANES; i++) largest = v[i] > largest ? v[i] : largest;
    return largest;
}

/* Before a loop of constant length: write its body out that many times, so that arrays indexed by the
 * loop's variable become registers. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

#endif
