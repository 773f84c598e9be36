/* Prelude put before every reference.c.
 *
 * One text for C (gcc, clang) and CUDA (nvcc, NVRTC): a reference computes one unit of its op in
 * double precision, and JForge writes the loop that goes over the units. Device code has no
 * includes here, so it compiles in milliseconds.
 *
 * Before this text JForge defines T_x for each tensor x, and on CUDA FORGE_TEAM (1: a unit is the
 * work of a block, 0: of one thread).
 */
#ifndef FORGE_REF_H
#define FORGE_REF_H

typedef signed char i8;
typedef unsigned char u8, b8;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
/* Formats a C compiler may not know are structs, so that none is taken for an integer by mistake. */
typedef struct { unsigned short bits; } f16;
typedef struct { unsigned short bits; } bf16;
typedef struct { unsigned char bits; } e4m3;
typedef struct { unsigned char bits; } e5m2;

#ifdef __CUDACC__
#define FN static __device__ __forceinline__
#define INF (__longlong_as_double(0x7ff0000000000000LL))
#else
#include <math.h>
/* Every reference is called in the same way, and few need all that they are given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define FN static inline __attribute__((unused))
#define INF (__builtin_inf())
#endif

/* The value of a small floating-point number: 1 sign, E exponent and M fraction bits. With `inf`
 * the largest exponent means infinity or NaN, as in IEEE 754; without it only all ones is NaN. */
FN f64 forge_small_float(u32 bits, int E, int M, int bias, int inf) {
    const u32 fraction = bits & ((1u << M) - 1), top = (1u << E) - 1, exponent = (bits >> M) & top;
    f64 value;
    if (inf && exponent == top) value = fraction ? INF - INF : INF;
    else if (!inf && exponent == top && fraction == (1u << M) - 1) value = INF - INF;
    else if (exponent == 0) value = ldexp((f64) fraction, 1 - bias - M);
    else value = ldexp((f64) (fraction + (1u << M)), (int) exponent - bias - M);
    return bits >> (E + M) & 1 ? -value : value;
}

FN f64 forge_ld_f32(const f32 *p) { return *p; }
FN f64 forge_ld_f64(const f64 *p) { return *p; }
FN f64 forge_ld_f16(const f16 *p) { return forge_small_float(p->bits, 5, 10, 15, 1); }
FN f64 forge_ld_bf16(const bf16 *p) { return forge_small_float(p->bits, 8, 7, 127, 1); }
FN f64 forge_ld_e4m3(const e4m3 *p) { return forge_small_float(p->bits, 4, 3, 7, 0); }
FN f64 forge_ld_e5m2(const e5m2 *p) { return forge_small_float(p->bits, 5, 2, 15, 1); }

/* LD(t, i): element i of a tensor of any floating-point dtype, as a double, exactly. */
#ifdef __cplusplus
FN f64 forge_ld(const f32 *p) { return forge_ld_f32(p); }
FN f64 forge_ld(const f64 *p) { return forge_ld_f64(p); }
FN f64 forge_ld(const f16 *p) { return forge_ld_f16(p); }
FN f64 forge_ld(const bf16 *p) { return forge_ld_bf16(p); }
FN f64 forge_ld(const e4m3 *p) { return forge_ld_e4m3(p); }
FN f64 forge_ld(const e5m2 *p) { return forge_ld_e5m2(p); }
#else
#define FORGE_LD(type) const type *: forge_ld_##type, type *: forge_ld_##type
#define forge_ld(p) \
    _Generic((p), FORGE_LD(f32), FORGE_LD(f64), FORGE_LD(f16), FORGE_LD(bf16), FORGE_LD(e4m3), FORGE_LD(e5m2))(p)
#endif
#define LD(t, i) forge_ld((t) + (i))

/* A unit is computed by a team: one thread in C, a block on CUDA. Its members share out a loop with
 * EACH and combine what they found with team_sum and team_max, which all of them must reach. */
#if defined(__CUDACC__) && FORGE_TEAM
#define LANE ((i64) threadIdx.x)
#define LANES ((i64) blockDim.x)
#define team_sync() __syncthreads()
static __shared__ f64 forge_team[1024];
/* Halves the team until one value is left; blockDim.x is a power of two. */
FN f64 forge_combine(f64 mine, int largest) {
    __syncthreads();
    forge_team[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) {
            const f64 a = forge_team[threadIdx.x], b = forge_team[threadIdx.x + half];
            forge_team[threadIdx.x] = largest ? fmax(a, b) : a + b;
        }
        __syncthreads();
    }
    return forge_team[0];
}
FN f64 team_sum(f64 mine) { return forge_combine(mine, 0); }
FN f64 team_max(f64 mine) { return forge_combine(mine, 1); }
#else
#define LANE ((i64) 0)
#define LANES ((i64) 1)
#define team_sync() ((void) 0)
FN f64 team_sum(f64 mine) { return mine; }
FN f64 team_max(f64 mine) { return mine; }
#endif
#define EACH(i, n) for (i64 i = LANE; i < (n); i += LANES)

#endif
