/* What only a worker does: hashes of buffers, and the loops that measure what this device can do. */

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

/* Copies n bytes: n read, n written. A block has 64 KB of its own, four loads of a thread under way at a time. */
extern "C" __global__ void forge_copy(const uint4 *from, uint4 *to, i64 n) {
    const i64 chunk = 4096;
    for (i64 at = blockIdx.x * chunk; at < n / 16; at += gridDim.x * chunk) {
        const i64 end = at + chunk < n / 16 ? at + chunk : n / 16;
        i64 i = at + threadIdx.x;
        for (; i + 3 * blockDim.x < end; i += 4 * blockDim.x) {
            const uint4 a = __ldcs(from + i), b = __ldcs(from + i + blockDim.x);
            const uint4 c = __ldcs(from + i + 2 * blockDim.x), d = __ldcs(from + i + 3 * blockDim.x);
            __stcs(to + i, a); __stcs(to + i + blockDim.x, b);
            __stcs(to + i + 2 * blockDim.x, c); __stcs(to + i + 3 * blockDim.x, d);
        }
        for (; i < end; i += blockDim.x) to[i] = from[i];
    }
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

/* n rounds of 8 independent mma.m16n8k16 a warp, f16 or bf16 in, f32 sums: 8 * 4096 flops a round. */
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
