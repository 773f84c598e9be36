/* The values of inputs: those that Filler makes on the host, bit for bit in f32, are a hash of seed and index. */
typedef unsigned long long u64;
typedef long long i64;

static __device__ __forceinline__ u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static __device__ __forceinline__ double unit(u64 h) { return (double) (h >> 11) * 0x1p-53; }
static __device__ __forceinline__ double normal(u64 h, const float *quantiles) {
    const float below = quantiles[h >> 52], above = quantiles[(h >> 52) + 1];
    return below + (double) (above - below) * ((double) (h & 0xFFFFFFFFULL) * 0x1p-32);
}
static __device__ unsigned short half_bits(float v) {
    unsigned short r;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(v));
    return r;
}
static __device__ unsigned short bfloat_bits(float v) {
    const unsigned bits = __float_as_uint(v);
    return (unsigned short) ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

enum { NORMAL, UNIFORM, CONSTANT, ALTERNATING, OUTLIER, TINY, DENORMAL };
enum { F64, F32, F16, BF16, E4M3, E5M2, I64, I32, I8, U64_, U32, U8, B8 };

static __device__ double value(int kind, i64 seed, double low, double high, i64 i, i64 n, const float *quantiles) {
    const u64 h = mix((u64) seed + 0x9E3779B97F4A7C15ULL * (u64) (i + 1));
    switch (kind) {
        case UNIFORM: return low + unit(h) * (high - low);
        case CONSTANT: return ldexp(1.0, (int) (mix((u64) seed) & 3));
        case ALTERNATING: return (i & 1) == 0 ? 1 + unit(h) : -1 - unit(h);
        case OUTLIER: return i == n - 1 ? high : normal(h, quantiles);
        case TINY: return ldexp(normal(h, quantiles), -60);
        case DENORMAL: return ldexp(normal(h, quantiles), -130);
        default: return normal(h, quantiles);
    }
}
static __device__ double whole(int kind, i64 seed, double low, double high, i64 i) {
    const u64 h = mix((u64) seed + 0x9E3779B97F4A7C15ULL * (u64) (i + 1));
    const double span = fmax(1.0, high - low + 1);
    switch (kind) {
        case CONSTANT: return low + floor(unit(mix((u64) seed)) * span);
        case ALTERNATING: return (i & 1) == 0 ? low : high;
        default: return low + floor(unit(h) * span);
    }
}

extern "C" __global__ void forge_fill(void *to, int dtype, i64 n, int kind, i64 seed, double low, double high, const float *quantiles) {
    for (i64 i = blockIdx.x * (i64) blockDim.x + threadIdx.x; i < n; i += (i64) gridDim.x * blockDim.x) {
        const double v = dtype <= E5M2 ? value(kind, seed, low, high, i, n, quantiles) : whole(kind, seed, low, high, i);
        switch (dtype) {
            case F64: ((double *) to)[i] = v; break;
            case F32: ((float *) to)[i] = (float) v; break;
            case F16: ((unsigned short *) to)[i] = half_bits((float) v); break;
            case BF16: ((unsigned short *) to)[i] = bfloat_bits((float) v); break;
            case I64: case U64_: ((i64 *) to)[i] = (i64) v; break;
            case I32: case U32: ((int *) to)[i] = (int) (i64) v; break;
            default: ((char *) to)[i] = (char) (i64) v; break;
        }
    }
}
