/* What every GPU worker keeps loaded: fills, hashes, the flush, and the loops that measure what this device can do.
 * Values of a fill are those that Filler makes on the host, bit for bit in f32: a hash of seed and index. */
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

/* Adds up a hash of every word and its place: any change of any byte changes the sum. */
extern "C" __global__ void forge_hash(const unsigned char *bytes, i64 n, u64 *sum) {
    u64 mine = 0;
    const i64 words = n / 8;
    const u64 *in = (const u64 *) bytes;
    for (i64 i = blockIdx.x * (i64) blockDim.x + threadIdx.x; i < words; i += (i64) gridDim.x * blockDim.x)
        mine += mix(in[i] ^ (0x9E3779B97F4A7C15ULL * (u64) (i + 1)));
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (i64 k = words * 8; k < n; k++) mine += mix(bytes[k] ^ (0xC2B2AE3D27D4EB4FULL * (u64) (k + 1)));
    for (int o = 16; o; o /= 2) mine += __shfl_xor_sync(~0u, mine, o);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

/* Reads n bytes; what it finds is of no interest. */
extern "C" __global__ void forge_read(const uint4 *memory, i64 n, unsigned *sink) {
    unsigned sum = 0;
    for (i64 i = blockIdx.x * (i64) blockDim.x + threadIdx.x; i < n / 16; i += (i64) gridDim.x * blockDim.x) {
        const uint4 v = memory[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 0x12345678u) *sink = sum;
}

/* Copies n bytes, 16 a thread: n read, n written. Of the copies tried on an H200 (2, 4, 8 and 16 loads of a thread
 * under way, hints, rows through shared memory, bulk copies) the plainest was the fastest, cudaMemcpy included. */
extern "C" __global__ void forge_copy(const uint4 *from, uint4 *to, i64 n) {
    const i64 i = blockIdx.x * (i64) blockDim.x + threadIdx.x;
    if (i < n / 16) to[i] = from[i];
}

/* n rounds of 16 independent f32 multiply-adds a thread: 32 flops a round. */
extern "C" __global__ void forge_multiply_add(float *out, i64 n) {
    float s[16];
    const float factor = 0.999f + threadIdx.x * 1e-9f, step = 0.001f;
#pragma unroll
    for (int c = 0; c < 16; c++) s[c] = threadIdx.x + c;
    for (i64 i = 0; i < n; i++)
#pragma unroll
        for (int c = 0; c < 16; c++) s[c] = s[c] * factor + step;
    float sum = 0;
#pragma unroll
    for (int c = 0; c < 16; c++) sum += s[c];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D16(i) D4(i), D4(i + 4), D4(i + 8), D4(i + 12)
#define D64(i) D16(i), D16(i + 16), D16(i + 32), D16(i + 48)

/* Where a tile of 128-byte rows lies in shared memory, shuffled in groups of eight rows. */
static __device__ u64 describe(unsigned address) {
    return (u64) ((address & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

/* n rounds of 4 wgmma.m64n256k16 for each of a block's two warp groups, f16 in, f32 sums. The numbers are arbitrary:
 * on zeros an H200 draws less power and shows a rate (970 TFLOP/s to 880) that no product of data reaches. */
extern "C" __global__ void __launch_bounds__(256) forge_tensor(float *out, i64 n) {
    __shared__ __align__(1024) unsigned tiles[12288];
    for (int i = threadIdx.x; i < 12288; i += blockDim.x)
        tiles[i] = ((unsigned) mix(i + 12288 * blockIdx.x) & 0x83ff83ffu) | 0x38003800u;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    const unsigned b = (unsigned) __cvta_generic_to_shared(tiles) + 16384;
    const unsigned a = b - 16384 + threadIdx.x / 128 * 8192;
    float d[128] = {};
    for (i64 i = 0; i < n; i++) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int k = 0; k < 4; k++)
            asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
                         "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
                         "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,"
                         "%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95,"
                         "%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
                         "}, %128, %129, 1, 1, 1, 0, 0;"
                         : D64(0), D64(64)
                         : "l"(describe(a + k * 32)), "l"(describe(b + k * 32)));
        asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 1;" ::: "memory");
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    float sum = 0;
    for (int i = 0; i < 128; i++) sum += d[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
#define TENSOR_FLOPS (2 * 4 * 2.0f * 64 * 256 * 16)
#else
/* n rounds of 8 independent mma.m16n8k16 a warp, f16 in, f32 sums. */
extern "C" __global__ void forge_tensor(float *out, i64 n) {
#if __CUDA_ARCH__ >= 800
    float s[8][4];
#pragma unroll
    for (int c = 0; c < 8; c++)
        for (int k = 0; k < 4; k++) s[c][k] = (float) (threadIdx.x + c + k);
    const unsigned a = 0x3C003C00u ^ threadIdx.x, b = 0x38003800u;
    for (i64 i = 0; i < n; i++)
#pragma unroll
        for (int c = 0; c < 8; c++)
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(s[c][0]), "+f"(s[c][1]), "+f"(s[c][2]), "+f"(s[c][3])
                         : "r"(a), "r"(a), "r"(a), "r"(a), "r"(b), "r"(b));
    float sum = 0;
    for (int c = 0; c < 8; c++)
        for (int k = 0; k < 4; k++) sum += s[c][k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
#endif
}
#define TENSOR_FLOPS (256 / 32 * 8 * 2.0f * 16 * 8 * 16)
#endif

/* The flops of one round of forge_tensor in a block of 256 threads. */
extern "C" __global__ void forge_tensor_flops(float *out) { *out = TENSOR_FLOPS; }

/* ---- the judge: one block per norm group, results to worst[2 * block ..] ---- */

static __device__ double small(unsigned bits, int E, int M, int bias) {
    const unsigned fraction = bits & ((1u << M) - 1), top = (1u << E) - 1, exponent = (bits >> M) & top;
    double v;
    if (exponent == top) v = fraction ? __longlong_as_double(0x7ff8000000000000LL) : __longlong_as_double(0x7ff0000000000000LL);
    else if (exponent == 0) v = ldexp((double) fraction, 1 - bias - M);
    else v = ldexp((double) (fraction + (1u << M)), (int) exponent - bias - M);
    return bits >> (E + M) & 1 ? -v : v;
}
static __device__ double load(const void *p, int dtype, i64 i) {
    switch (dtype) {
        case F64: return ((const double *) p)[i];
        case F32: return ((const float *) p)[i];
        case F16: return small(((const unsigned short *) p)[i], 5, 10, 15);
        case BF16: return __uint_as_float((unsigned) ((const unsigned short *) p)[i] << 16);
        case I64: case U64_: return (double) ((const i64 *) p)[i];
        case I32: return ((const int *) p)[i];
        case U32: return ((const unsigned *) p)[i];
        case I8: return ((const signed char *) p)[i];
        default: return ((const unsigned char *) p)[i];
    }
}
static __device__ double rounded(double v, int dtype) {
    if (dtype == F32) return (float) v;
    if (dtype == F16) return small(half_bits((float) v), 5, 10, 15);
    return v;
}
static __device__ bool poisoned(const void *p, int dtype, i64 i) {
    switch (dtype) {
        case F64: case I64: case U64_: return ((const i64 *) p)[i] == -1;
        case F32: case I32: case U32: return ((const int *) p)[i] == -1;
        case F16: case BF16: return ((const unsigned short *) p)[i] == 0xFFFF;
        default: return false;
    }
}
static __device__ double block_sum(double v) {
    __shared__ double part[32];
    for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < (int) blockDim.x / 32; w++) v += part[w];
    return v;
}

/* worst[2 * block] is the largest error over the allowed one seen by the block, worst[2 * block + 1] the element's index,
 * or -1 - group where the mean square of a norm group was worst. Share 1e300 stands for infinity. */
extern "C" __global__ void forge_compare(const void *got, int dtype, const double *want, const double *mag, i64 groups,
                                         i64 size, double abs_, double rel, double rounding, double least, double largest,
                                         int exact, int poison_ff, double *worst) {
    double best = 0, at = 0;
    for (i64 g = blockIdx.x; g < groups; g += gridDim.x) {
        double squares = 0, mags = 0, count = 0;
        for (i64 k = threadIdx.x; k < size; k += blockDim.x) {
            const i64 i = g * size + k;
            if (__double_as_longlong(want[i]) == -1) continue;
            const double r = rounded(want[i], dtype);
            if (isfinite(r)) squares += r * r;
            if (mag) mags += mag[i] * mag[i];
            count += 1;
        }
        count = fmax(1.0, block_sum(count));
        const double rms = sqrt(block_sum(squares) / count), rms_mag = sqrt(block_sum(mags) / count);
        double errors = 0;
        for (i64 k = threadIdx.x; k < size; k += blockDim.x) {
            const i64 i = g * size + k;
            double share = 0;
            if (__double_as_longlong(want[i]) == -1) {
                if (poison_ff && poisoned(got, dtype, i)) share = 1e300;
            } else {
                const double r = rounded(want[i], dtype), v = load(got, dtype, i);
                if (exact) share = r == v || (isnan(r) && isnan(v)) ? 0 : 1e300;
                else if (isnan(r) || isnan(v)) share = isnan(r) && isnan(v) ? 0 : 1e300;
                else if (isinf(r) || isinf(v))
                    share = r == v || (signbit(r) == signbit(v) && fabs(isinf(r) ? v : r) >= largest * (1 - 0x1p-7)) ? 0 : 1e300;
                else {
                    share = fabs(r - v) / (abs_ * rms + rel * fabs(r) + 16 * rounding * (mag ? mag[i] : 0) + least);
                    errors += (r - v) * (r - v);
                }
            }
            if (share > best) { best = share; at = (double) i; }
        }
        const double rms_error = sqrt(block_sum(errors) / count);
        const double group_share = rms_error / ((abs_ + rel) * rms / 2 + 8 * rounding * rms_mag + least);
        if (!exact && threadIdx.x == 0 && group_share > best) { best = group_share; at = -1.0 - (double) g; }
    }
    __shared__ double bests[1024], ats[1024];
    bests[threadIdx.x] = best; ats[threadIdx.x] = at;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < (int) blockDim.x; t++) if (bests[t] > best) { best = bests[t]; at = ats[t]; }
        worst[2 * blockIdx.x] = best; worst[2 * blockIdx.x + 1] = at;
    }
}
