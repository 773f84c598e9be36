/* The judge: outputs against the reference in double precision. */
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

/* Of two shares that are wrong an element's comes before a norm group's: it tells more. */
static __device__ bool worse(double share, double at, double than, double than_at) {
    if (share > 1 && than > 1 && (at >= 0) != (than_at >= 0)) return at >= 0;
    return share > than;
}

/* A block for each norm group: worst[2 * block] is the largest error over the allowed one seen by the block, worst[2 * block + 1] the element's index,
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
            if (worse(share, (double) i, best, at)) { best = share; at = (double) i; }
        }
        const double rms_error = sqrt(block_sum(errors) / count);
        const double group_share = rms_error / ((abs_ + rel) * rms / 2 + 8 * rounding * rms_mag + least);
        if (!exact && threadIdx.x == 0 && worse(group_share, -1.0 - (double) g, best, at)) { best = group_share; at = -1.0 - (double) g; }
    }
    __shared__ double bests[1024], ats[1024];
    bests[threadIdx.x] = best; ats[threadIdx.x] = at;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < (int) blockDim.x; t++) if (worse(bests[t], ats[t], best, at)) { best = bests[t]; at = ats[t]; }
        worst[2 * blockIdx.x] = best; worst[2 * blockIdx.x + 1] = at;
    }
}
