/* Put after LIBRARY, the file of an OpenBLAS. The product that it is timed on: c[t] = a[t] @ b[t], row-major, f32. */
#include <dlfcn.h>
#include <stddef.h>

enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };
typedef void sgemm(int order, int a_op, int b_op, int m, int n, int k, float alpha, const float *a, int lda,
                   const float *b, int ldb, float beta, float *c, int ldc);
typedef void set_threads(int count);

static sgemm *multiply;
static int threads_set;

/* The first call finds the library and sets up its threads: that is warm-up. */
static void prepare(int threads) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library) {
        set_threads *set = (set_threads *) dlsym(library, "openblas_set_num_threads");
        if (set) set(threads);
        threads_set = threads;
        multiply = (sgemm *) dlsym(library, "cblas_sgemm");
    }
}

void forge_gemm(const float *a, const float *b, float *c, int batch, int m, int n, int k, int a_transposed, int lda,
                long long a_batch, int b_transposed, int ldb, long long b_batch, int threads) {
    if (threads != threads_set) prepare(threads);
    if (!multiply) return; /* then c stays poisoned, and the reference tells */
    for (long long t = 0; t < batch; t++)
        multiply(ROW_MAJOR, a_transposed ? TRANSPOSED : AS_IT_IS, b_transposed ? TRANSPOSED : AS_IT_IS, m, n, k, 1,
                 a + t * a_batch, lda, b + t * b_batch, ldb, 0, c + t * (long long) m * n, n);
}
