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
