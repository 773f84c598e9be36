package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cuBLAS is asked for, by way of a library with its functions and its column-major order that computes on this
/// processor.
class GemmTest {
    private static final String STAND_IN = """
            typedef long long i64;
            static int created;
            int cublasCreate_v2(void **handle) { *handle = &created; created++; return 0; }
            int cublasDestroy_v2(void *handle) { return handle == &created ? 0 : 1; }
            int cublasGemmStridedBatchedEx(void *handle, int ta, int tb, int m, int n, int k, const float *alpha,
                    const float *a, int at, int lda, i64 sa, const float *b, int bt, int ldb, i64 sb, const float *beta,
                    float *c, int ct, int ldc, i64 sc, int batch, int compute, int algorithm) {
                if (handle != &created || at || bt || ct || compute != 68 || algorithm != -1) return 7;
                if (lda < (ta ? k : m) || ldb < (tb ? n : k) || ldc < m) return 7;
                for (int t = 0; t < batch; t++)
                    for (int j = 0; j < n; j++)
                        for (int i = 0; i < m; i++) {
                            float sum = 0;
                            for (int p = 0; p < k; p++)
                                sum += a[t * sa + (ta ? p + (i64) i * lda : i + (i64) p * lda)]
                                        * b[t * sb + (tb ? j + (i64) p * ldb : p + (i64) j * ldb)];
                            float *to = c + t * sc + i + (i64) j * ldc;
                            *to = *alpha * sum + (*beta ? *beta * *to : 0);
                        }
                return 0;
            }
            int cublasGemmEx(void *handle, int ta, int tb, int m, int n, int k, const float *alpha, const float *a, int at,
                    int lda, const float *b, int bt, int ldb, const float *beta, float *c, int ct, int ldc, int compute,
                    int algorithm) {
                return cublasGemmStridedBatchedEx(handle, ta, tb, m, n, k, alpha, a, at, lda, 0, b, bt, ldb, 0, beta, c,
                        ct, ldc, 0, 1, compute, algorithm);
            }
            """;

    private static final Op MATMUL = new Catalogue().find("matmul").op();
    private static final Target CPU = Compilers.SOFTMAX.target();

    @TempDir
    static Path folder;

    private static Path library;

    @BeforeAll
    static void compile() throws IOException {
        var compiled = Compilers.in(folder, Compilers.USUAL).library("cublas", STAND_IN, List.of("-O1"));
        library = Files.copy(compiled, folder.resolve(CublasModule.NAME + ".13"));
    }

    private static Task task(String shape, String dtype, String a, String b) {
        var text = """
                op: matmul
                dtypes: [{T: f32, O: f32}, {T: bf16, O: bf16}, {T: e4m3, O: bf16}]
                symbols: {batch: {default: 1}, m: {}, n: {}, k: {}}
                inputs:
                  a: {dtype: T, shape: [batch, m, k], strides: any}
                  b: {dtype: T, shape: [batch, k, n], strides: any}
                outputs: {c: {dtype: O, shape: [batch, m, n]}}
                read: m
                write: m
                flops: m
                reference: {units: m}
                presets: {p: {%s, %s, strides: {a: %s, b: %s}, from: synthetic}}
                """;
        return Task.of(Op.parse(text.formatted(shape, dtype, a, b)), null, null, CPU);
    }

    private static final String F32 = "T: f32, O: f32";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "batch: 1, m: 3, n: 5, k: 4 | [m*k, k, 1] | [k*n, n, 1]",
                "batch: 1, m: 3, n: 5, k: 4 | [m*k, 1, m] | [k*n, n, 1]",
                "batch: 1, m: 3, n: 5, k: 4 | [m*k, k, 1] | [k*n, 1, k]",
                "batch: 1, m: 3, n: 5, k: 4 | [m*k, 1, m] | [k*n, 1, k]",
                "batch: 3, m: 2, n: 7, k: 5 | [m*k, k, 1] | [0, 1, k]",
                "batch: 2, m: 4, n: 3, k: 6 | [m*(k+2), k+2, 1] | [k*n, n, 1]",
                "batch: 2, m: 1, n: 3, k: 6 | [k, k, 1] | [k*n, n, 1]",
                "batch: 2, m: 4, n: 1, k: 6 | [m*k, k, 1] | [k, 1, k]",
            })
    void whatItIsAskedForIsTheProduct(String shape, String a, String b) {
        var task = task(shape, F32, a, b);
        try (var arena = Arena.ofConfined();
                var cublas = new CublasModule(library)) {
            var buffers = Map.of(
                    "a", numbers(arena, task, "a"), "b", numbers(arena, task, "b"), "c", numbers(arena, task, "c"));
            var launch = Gemm.of(task).cublas(1).launches().getFirst();
            cublas.bind(
                            arena,
                            launch,
                            name -> arena.allocateFrom(
                                    ValueLayout.JAVA_LONG, buffers.get(name).address()))
                    .run();
            assertThat(floats(buffers.get("c"))).containsExactly(product(task, buffers));
        }
    }

    /// Small whole numbers: their products add up exactly in any order.
    private static MemorySegment numbers(Arena arena, Task task, String name) {
        var tensor = task.tensor(name).orElseThrow();
        var memory = arena.allocate(tensor.bytes(), 64);
        for (long i = 0; i < tensor.extent(); i++)
            memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, (i * 7 + name.charAt(0)) % 11 - 5);
        return memory;
    }

    private static float[] floats(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_FLOAT);
    }

    private static float[] product(Task task, Map<String, MemorySegment> buffers) {
        var a = task.tensor("a").orElseThrow().strides();
        var b = task.tensor("b").orElseThrow().strides();
        var sizes = task.symbols();
        var c = new float[Math.toIntExact(task.tensor("c").orElseThrow().numel())];
        int at = 0;
        for (long t = 0; t < sizes.get("batch"); t++)
            for (long i = 0; i < sizes.get("m"); i++)
                for (long j = 0; j < sizes.get("n"); j++, at++)
                    for (long p = 0; p < sizes.get("k"); p++)
                        c[at] += value(buffers.get("a"), t * a.get(0) + i * a.get(1) + p * a.get(2))
                                * value(buffers.get("b"), t * b.get(0) + p * b.get(1) + j * b.get(2));
        return c;
    }

    private static float value(MemorySegment memory, long index) {
        return memory.getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    private static final String SHAPE = "batch: 1, m: 3, n: 5, k: 4";

    @Test
    void whatBlasHasNoProductForIsSaid() {
        assertThatThrownBy(() -> Gemm.of(task(SHAPE, F32, "[m*k*2, k*2, 2]", "[k*n, n, 1]")))
                .hasMessage("neither rows nor columns of a lie in one piece, which BLAS needs");
        assertThatThrownBy(() -> Gemm.of(task(SHAPE, "T: e4m3, O: bf16", "[m*k, k, 1]", "[k*n, n, 1]")))
                .hasMessageContaining("it is not for");
        assertThatThrownBy(() -> Gemm.of(Compilers.SOFTMAX)).hasMessage("it is for matmul only");
        var half = Gemm.of(task(SHAPE, "T: bf16, O: bf16", "[m*k, k, 1]", "[k*n, n, 1]"));
        assertThatThrownBy(() -> half.openblas(1, 2)).hasMessage("it is for f32 only");
    }

    @Test
    void theCataloguesMatmulIsOne() {
        for (var preset : List.of("square512", "gpt2.mlp", "square", "linear"))
            assertThat(Gemm.of(Task.of(MATMUL, preset, null, CPU)).cublas(1).launches())
                    .hasSize(1);
    }

    @Test
    void aLibraryThatIsNoneIsRefusedInWords() throws IOException {
        var other = Files.copy(
                Compilers.in(folder, Compilers.USUAL).library("other", "int nothing;", List.of()),
                folder.resolve("libother.so"));
        assertThatThrownBy(() -> new CublasModule(other)).hasMessageStartingWith("this cuBLAS has no function");
    }
}
