/* Prelude put before every CUDA candidate: what the compilers' own headers would be needed for, without
 * them, so that a candidate compiles in milliseconds and also where no toolkit is installed.
 */
#ifndef FORGE_CUH
#define FORGE_CUH

/* A tensor map (launch argument: `const __grid_constant__ CUtensorMap map`). */
#ifndef CUDA_VERSION
struct alignas(64) CUtensorMap {
    unsigned long long words[16];
};
#endif

#define FORGE_FN __device__ __forceinline__

namespace forge {

/* ---- Numbers of 16 bits: stored as they are, computed with as float ---- */

struct f16 {
    unsigned short bits;
};
struct bf16 {
    unsigned short bits;
};

FORGE_FN float to_float(float v) { return v; }
FORGE_FN float to_float(f16 v) {
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(v.bits));
    return f;
}
FORGE_FN float to_float(bf16 v) { return __uint_as_float((unsigned) v.bits << 16); }

/* Rounds to the nearest, and where two are equally near to the even one. */
FORGE_FN void convert(float v, float &to) { to = v; }
FORGE_FN void convert(float v, f16 &to) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to.bits) : "f"(v)); }
FORGE_FN void convert(float v, bf16 &to) {
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(to.bits) : "f"(v));
#else
    const unsigned u = __float_as_uint(v);
    to.bits = v != v ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16;
#endif
}
template <typename T> FORGE_FN T from_float(float v) {
    T to;
    convert(v, to);
    return to;
}

/* Two numbers in one word, the first in its low half. */
FORGE_FN unsigned pair(f16, float first, float second) {
    unsigned word;
    asm("cvt.rn.f16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(first), "f"(second));
    return word;
}
FORGE_FN unsigned pair(bf16, float first, float second) {
#if __CUDA_ARCH__ >= 800
    unsigned word;
    asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(first), "f"(second));
    return word;
#else
    return from_float<bf16>(first).bits | (unsigned) from_float<bf16>(second).bits << 16;
#endif
}

/* number<KIND>::type for a header's `const KIND = if(dtype(x) == f16, 1, if(dtype(x) == bf16, 2, 0))`. */
template <int kind> struct number;
template <> struct number<0> {
    typedef float type;
};
template <> struct number<1> {
    typedef f16 type;
};
template <> struct number<2> {
    typedef bf16 type;
};

/* N numbers side by side, loaded and stored as one access of up to 16 bytes. */
template <typename T, int N> struct alignas(sizeof(T) * N) pack {
    T v[N];
};

/* ---- Copies to shared memory that pass through no register ---- */

/* An address in shared memory, as PTX counts it. */
FORGE_FN unsigned shared(const void *p) { return (unsigned) __cvta_generic_to_shared(p); }

/* Starts a copy of one element; the thread that asked may read it after copies_done(). Sizes that the machine
 * has no such copy for are copied on the spot. */
template <int bytes> struct copier {
    template <typename T> static FORGE_FN void start(T *to, const T *from) { *to = *from; }
};
#if __CUDA_ARCH__ >= 800
template <> struct copier<16> {
    static FORGE_FN void start(void *to, const void *from) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(to)), "l"(from) : "memory");
    }
};
template <> struct copier<8> {
    static FORGE_FN void start(void *to, const void *from) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(shared(to)), "l"(from) : "memory");
    }
};
template <> struct copier<4> {
    static FORGE_FN void start(void *to, const void *from) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared(to)), "l"(from) : "memory");
    }
};
#endif
template <typename T> FORGE_FN void copy_async(T *to, const T *from) { copier<sizeof(T)>::start(to, from); }
FORGE_FN void copy16(void *to, const void *from) { copy_async((uint4 *) to, (const uint4 *) from); }

/* The same, of zeros where `inside` is false: then nothing is read. */
FORGE_FN void copy16_or_zero(void *to, const void *from, bool inside) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared(to)), "l"(from), "r"(inside ? 16 : 0)
                 : "memory");
#else
    *(uint4 *) to = inside ? *(const uint4 *) from : make_uint4(0, 0, 0, 0);
#endif
}

/* Waits for all copies that this thread asked for. */
FORGE_FN void copies_done() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* Closes a group of copies; copies_left<N>() waits until at most the N newest groups are under way. */
FORGE_FN void copies_group() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int N> FORGE_FN void copies_left() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
#endif
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900 /* nvcc reads a text once more for the host, where names must exist */
/* ---- Clusters: blocks that run side by side and reach each other's shared memory ---- */

FORGE_FN unsigned cluster_rank() {
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* Says "this thread came here" without ordering memory, and waits for all threads of the cluster to say it.
 * Whole warps only. */
FORGE_FN void cluster_arrive() { asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); }
FORGE_FN void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

/* What any thread of the cluster wrote before it, every thread sees after it. */
FORGE_FN void cluster_sync() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    cluster_wait();
}

/* Where another block of the cluster has what this block has at p. */
template <typename T> FORGE_FN T *cluster_map(T *p, unsigned rank) {
    T *there;
    asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(p), "r"(rank));
    return there;
}

/* ---- Barriers in shared memory that count arrivals and bytes ---- */

/* One thread prepares it, and the others may use it after a barrier that they already know. */
FORGE_FN void barrier_init(unsigned long long *bar, unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(bar)), "r"(arrivals) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Arrives, and says how many bytes must land before the phase is over. */
FORGE_FN void barrier_expect(unsigned long long *bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory");
}

/* Waits until the phase of that parity is over; the first one has parity 0. */
FORGE_FN void barrier_wait(unsigned long long *bar, unsigned parity) {
    unsigned over;
    do
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(over)
                     : "r"(shared(bar)), "r"(parity)
                     : "memory");
    while (!over);
}

/* Sends 8 bytes to the same place in another block of the cluster, whose barrier counts them: that block needs
 * neither a fence nor a barrier of the whole cluster to know that they are there. */
template <typename T> FORGE_FN void push(T *slot, T v, unsigned rank, unsigned long long *bar) {
    static_assert(sizeof(T) == 8, "push sends 8 bytes");
    union {
        T value;
        unsigned long long word;
    } sent = {v};
    asm volatile("{\n\t.reg .b32 place, counter;\n\t"
                 "mapa.shared::cluster.u32 place, %0, %2;\n\t"
                 "mapa.shared::cluster.u32 counter, %1, %2;\n\t"
                 "st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [place], %3, [counter];\n\t}"
                 ::"r"(shared(slot)), "r"(shared(bar)), "r"(rank), "l"(sent.word)
                 : "memory");
}
#endif

/* ---- Launches that overlap, and blocks that wait for each other ---- */

/* In a launch marked `overlap`: waits until all of the launch before it is done and its writes are seen. */
FORGE_FN void wait_previous() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* In the launch before it: the next one may begin, once every block has said so or ended. */
FORGE_FN void start_next() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* All blocks of a cooperative or `resident` launch; `arrived` is a `scratch arrived u32[1] zero`. */
FORGE_FN void grid_sync(unsigned *arrived) {
    __syncthreads();
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
        __threadfence();
        const unsigned goal = (atomicAdd(arrived, 1u) / blocks + 1) * blocks;
        while ((int) (*(volatile unsigned *) arrived - goal) < 0) {}
        __threadfence();
    }
    __syncthreads();
}

}

/* LD(t, i): element i of a tensor of float, f16 or bf16, as a float. ST(t, i, v) writes it. */
#define LD(t, i) forge::to_float((t)[i])
#define ST(t, i, v) forge::convert(v, (t)[i])

#endif
