package io.jforge.runtime;

/// CUDA sources of a softmax of f32, each by another way of launching, and what spoils one.
final class Softmaxes {
    /// What all share: a reduction over a block, and the part of a row that one block takes.
    private static final String HEAD = """
            #define LOWEST (-3.4e38f)

            template <bool LARGEST> __device__ float across(float v) {
                __shared__ float parts[32];
                for (int o = 16; o; o /= 2) {
                    const float other = __shfl_xor_sync(~0u, v, o);
                    v = LARGEST ? fmaxf(v, other) : v + other;
                }
                if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
                __syncthreads();
                v = parts[0];
                for (int k = 1; k < blockDim.x / 32; k++) v = LARGEST ? fmaxf(v, parts[k]) : v + parts[k];
                __syncthreads();
                return v;
            }

            /* Largest value, and sum of exp(value - largest), of every `blocks`-th stretch of a row. */
            __device__ float2 part(const float *in, int cols, int first, int blocks) {
                const int step = blocks * blockDim.x;
                float top = LOWEST, sum = 0;
                for (int i = first * blockDim.x + threadIdx.x; i < cols; i += step) top = fmaxf(top, in[i]);
                top = across<true>(top);
                for (int i = first * blockDim.x + threadIdx.x; i < cols; i += step) sum += expf(in[i] - top);
                return make_float2(top, across<false>(sum));
            }

            /* Parts put together. */
            __device__ float2 both(float2 a, float2 b) {
                const float top = fmaxf(a.x, b.x);
                return make_float2(top, a.y * expf(a.x - top) + b.y * expf(b.x - top));
            }

            __device__ void write(const float *in, float *out, float2 all, int cols, int first, int blocks) {
                for (int i = first * blockDim.x + threadIdx.x; i < cols; i += blocks * blockDim.x)
                    out[i] = expf(in[i] - all.x) / all.y;
            }
            """;

    private Softmaxes() {}

    private static String text(String header, String body) {
        return "/* forge 1 cuda softmax\n" + header.indent(1).replaceAll("(?m)^ ", " * ") + " */\n" + HEAD + body;
    }

    /// A block for a row; `more` runs in every thread before the results are written, `after` behind that.
    static String rows(int threads, String head, String more, String after) {
        return rows("block(" + threads + ")", head, more, after);
    }

    static String rows(String clauses, String head, String more, String after) {
        return text(
                "launch softmax grid(rows) " + clauses + " args(x, y, rows, cols)", head + """
                extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) {
                    const int row = blockIdx.x;
                    const float *in = x + (size_t) row * cols;
                    float *out = y + (size_t) row * cols;
                    const float2 all = part(in, cols, 0, 1);
                    %s
                    write(in, out, all, cols, 0, 1);
                    __syncthreads();
                    %s
                }
                """.formatted(more, after));
    }

    /// Right, and another binary for every number of threads.
    static String right(int threads) {
        return rows(threads, "", "", "");
    }

    static String right() {
        return right(256);
    }

    static final String THREE_LAUNCHES = text("""
            scratch top f32[rows]
            scratch sum f32[rows]
            launch largest grid(rows) block(128) args(x, top, cols)
            launch total grid(rows) block(128) args(x, top, sum, cols)
            launch divide grid(ceildiv(cols, 128), rows) block(128) args(x, top, sum, y, cols)
            """, """
            extern "C" __global__ void largest(const float *x, float *top, int cols) {
                const float2 all = part(x + (size_t) blockIdx.x * cols, cols, 0, 1);
                if (threadIdx.x == 0) top[blockIdx.x] = all.x;
            }
            extern "C" __global__ void total(const float *x, const float *top, float *sum, int cols) {
                float mine = 0;
                for (int i = threadIdx.x; i < cols; i += 128) mine += expf(x[(size_t) blockIdx.x * cols + i] - top[blockIdx.x]);
                mine = across<false>(mine);
                if (threadIdx.x == 0) sum[blockIdx.x] = mine;
            }
            extern "C" __global__ void divide(const float *x, const float *top, const float *sum, float *y, int cols) {
                const int row = blockIdx.y, i = blockIdx.x * 128 + threadIdx.x;
                if (i < cols) y[(size_t) row * cols + i] = expf(x[(size_t) row * cols + i] - top[row]) / sum[row];
            }
            """);

    /// Sums are added to scratch that must be zero before every run, timed ones too.
    static final String ZEROED_SCRATCH = text("""
            scratch top f32[rows]
            scratch sum f32[rows] zero
            launch largest grid(rows) block(128) args(x, top, cols)
            launch total grid(ceildiv(cols, 512), rows) block(512) args(x, top, sum, cols)
            launch divide grid(ceildiv(cols, 512), rows) block(512) args(x, top, sum, y, cols)
            """, """
            extern "C" __global__ void largest(const float *x, float *top, int cols) {
                const float2 all = part(x + (size_t) blockIdx.x * cols, cols, 0, 1);
                if (threadIdx.x == 0) top[blockIdx.x] = all.x;
            }
            extern "C" __global__ void total(const float *x, const float *top, float *sum, int cols) {
                const int row = blockIdx.y, i = blockIdx.x * 512 + threadIdx.x;
                const float mine = across<false>(i < cols ? expf(x[(size_t) row * cols + i] - top[row]) : 0);
                if (threadIdx.x == 0) atomicAdd(sum + row, mine);
            }
            extern "C" __global__ void divide(const float *x, const float *top, const float *sum, float *y, int cols) {
                const int row = blockIdx.y, i = blockIdx.x * 512 + threadIdx.x;
                if (i < cols) y[(size_t) row * cols + i] = expf(x[(size_t) row * cols + i] - top[row]) / sum[row];
            }
            """);

    /// The whole row in shared memory: 64 KB of it for 16384 columns.
    static final String DYNAMIC_SHARED = text("""
            require 4*cols + 1024 <= smem_max
            launch softmax grid(rows) block(512) shared(4*cols) args(x, y, cols)
            """, """
            extern __shared__ float kept[];
            extern "C" __global__ void softmax(const float *x, float *y, int cols) {
                for (int i = threadIdx.x; i < cols; i += 512) kept[i] = x[(size_t) blockIdx.x * cols + i];
                __syncthreads();
                write(kept, y + (size_t) blockIdx.x * cols, part(kept, cols, 0, 1), cols, 0, 1);
            }
            """);

    /// Blocks of a cluster read each other's parts in shared memory.
    static String cluster(int blocks) {
        return text("""
                arch sm_90
                const CL = %d
                launch softmax grid(rows*CL) block(128) cluster(CL) args(x, y, cols)
                """.formatted(blocks), """
                extern "C" __global__ void softmax(const float *x, float *y, int cols) {
                    __shared__ float2 mine;
                    const int rank = forge::cluster_rank();
                    const size_t row = blockIdx.x / CL;
                    const float2 own = part(x + row * cols, cols, rank, CL);
                    if (threadIdx.x == 0) mine = own;
                    forge::cluster_sync();
                    float2 all = *forge::cluster_map(&mine, 0);
                    for (int r = 1; r < CL; r++) all = both(all, *forge::cluster_map(&mine, r));
                    forge::cluster_sync();
                    write(x + row * cols, y + row * cols, all, cols, rank, CL);
                }
                """);
    }

    /// Blocks that share a row wait for all others; `how` is `cooperative` or `resident`.
    static String waiting(String how, int blocks, int threads) {
        return text("""
                require rows <= 64
                const BLOCKS = %d
                scratch parts f32[rows*BLOCKS*2]
                scratch arrived u32[1] zero
                launch softmax grid(BLOCKS, rows) block(%d) %s args(x, parts, arrived, y, cols)
                """.formatted(blocks, threads, how), """
                extern "C" __global__ void softmax(const float *x, float2 *parts, unsigned *arrived, float *y, int cols) {
                    const size_t row = blockIdx.y;
                    const float2 own = part(x + row * cols, cols, blockIdx.x, BLOCKS);
                    if (threadIdx.x == 0) parts[row * BLOCKS + blockIdx.x] = own;
                    forge::grid_sync(arrived);
                    float2 all = __ldcg(parts + row * BLOCKS);
                    for (int k = 1; k < BLOCKS; k++) all = both(all, __ldcg(parts + row * BLOCKS + k));
                    write(x + row * cols, y + row * cols, all, cols, blockIdx.x, BLOCKS);
                }
                """);
    }

    /// The second launch begins while the first still runs, and waits where it needs its results.
    static final String OVERLAP = text("""
            scratch parts f32[rows*2]
            launch parts_of grid(rows) block(256) args(x, parts, cols)
            launch divide grid(rows) block(256) overlap args(x, parts, y, cols)
            """, """
            extern "C" __global__ void parts_of(const float *x, float2 *parts, int cols) {
                forge::start_next();
                const float2 all = part(x + (size_t) blockIdx.x * cols, cols, 0, 1);
                if (threadIdx.x == 0) parts[blockIdx.x] = all;
            }
            extern "C" __global__ void divide(const float *x, const float2 *parts, float *y, int cols) {
                const size_t row = blockIdx.x;
                forge::wait_previous();
                write(x + row * cols, y + row * cols, __ldcg(parts + row), cols, 0, 1);
            }
            """);

    /// The copy engine brings 64 numbers of the row at a time; what it brings from beyond the row is not used.
    static final String TENSOR_MAP = text("""
            arch sm_90
            require cols % 4 == 0
            tensormap rows_of of x dims(cols, rows) strides(cols) box(64, 1)
            launch softmax grid(rows) block(64) args(rows_of, y, cols)
            """, """
            typedef unsigned long long u64;
            __device__ void fetch(float *to, const CUtensorMap *map, u64 *bar, int x, int y) {
                if (threadIdx.x == 0) {
                    forge::barrier_expect(bar, 256);
                    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
                                 ::"r"(forge::shared(to)), "l"(map), "r"(forge::shared(bar)), "r"(x), "r"(y) : "memory");
                }
            }
            extern "C" __global__ void softmax(const __grid_constant__ CUtensorMap rows_of, float *y, int cols) {
                __shared__ alignas(128) float tile[64];
                __shared__ u64 bar;
                if (threadIdx.x == 0) forge::barrier_init(&bar, 1);
                __syncthreads();
                int round = 0;
                float top = LOWEST, sum = 0;
                for (int at = 0; at < cols; at += 64, round++) {
                    fetch(tile, &rows_of, &bar, at, blockIdx.x);
                    forge::barrier_wait(&bar, round & 1);
                    if (at + threadIdx.x < cols) {
                        const float v = tile[threadIdx.x], more = fmaxf(top, v);
                        sum = sum * expf(top - more) + expf(v - more);
                        top = more;
                    }
                    __syncthreads();
                }
                const float largest = across<true>(top), total = across<false>(sum * expf(top - largest));
                for (int at = 0; at < cols; at += 64, round++) {
                    fetch(tile, &rows_of, &bar, at, blockIdx.x);
                    forge::barrier_wait(&bar, round & 1);
                    const int i = at + threadIdx.x;
                    if (i < cols) y[(size_t) blockIdx.x * cols + i] = expf(tile[threadIdx.x] - largest) / total;
                    __syncthreads();
                }
            }
            """);
}
