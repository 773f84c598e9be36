package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CudaCompiler;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CudaLintTest {
    private static final Outcome PASSED = new Outcome.Rejected("passed the lint");

    @TempDir
    static Path folder;

    private static List<CudaCompiler> compilers;

    static List<CudaCompiler> compilers() {
        if (compilers == null) compilers = CudaHere.all(folder, CudaHere.SM_90).toList();
        return compilers;
    }

    @AfterAll
    static void end() {
        if (compilers != null) compilers.forEach(CudaCompiler::close);
    }

    private static Outcome text(Source source) {
        return Lint.check(source).outcome(_ -> PASSED);
    }

    private static Outcome cubin(CudaCompiler compiler, Source source) {
        Step<Binary> compiled = compiler.compile(source, CudaHere.plan(source));
        return compiled.then(Lint::check).outcome(_ -> PASSED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            printf("%d", rows);                               | printf
            float *p = (float *) malloc(4); y[0] = p[0];      | malloc
            free(y);                                          | free
            float *p = new float[4]; y[0] = p[0];             | new
            delete y;                                         | delete
            assert(rows > 0);                                 | assert
            softmax<<<1, 1>>>(x, y, rows, cols);              | <<<
            cudaDeviceSynchronize();                          | cudaDeviceSynchronize
            /* hidden */ printf /* here */ ("%d", rows);      | printf
            """)
    void theTextMayNot(String body, String word) {
        assertThat(text(CudaHere.softmax("", body)))
                .isInstanceOfSatisfying(
                        Outcome.Forbidden.class,
                        forbidden -> assertThat(forbidden.why())
                                .startsWith("line 6: '" + word + "' is not allowed in a CUDA source: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "__managed__ int shared_with_the_host;",
                "extern __device__ int elsewhere;",
                "extern \"C\" __device__ int elsewhere; extern int more;"
            })
    void declarationsOfWhatIsElsewhereAreForbidden(String head) {
        assertThat(text(CudaHere.softmax(head, "y[0] = x[0];"))).isInstanceOf(Outcome.Forbidden.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#include <cuda.h>",
                "#include <stdio.h>",
                "#include \"/etc/passwd\"",
                "#include <cooperative_groups.h>",
                "#line 7 \"forge.cuh\"",
                "# 7 \"forge.cuh\"",
                "#pragma comment(lib)",
                "#define H <cuda.h>\n#include H"
            })
    void directivesOffTheListAreForbidden(String head) {
        assertThat(text(CudaHere.softmax(head, "y[0] = x[0];"))).isInstanceOf(Outcome.Forbidden.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "asm volatile(\"trap;\");",
                "__trap();",
                "extern __shared__ float s[]; s[0] = x[0]; y[0] = s[0];",
                "extern __shared__ __align__(128) unsigned char s[]; y[0] = s[0];",
                "// printf(\"hello\"); malloc(4)",
                "const char *s = \"printf(1) <<< new\"; y[0] = s[0];",
                "int renew = 1, deleted = 2; y[0] = renew + deleted;",
                "struct once { once(const once &) = delete; }; y[0] = sizeof(once);",
                "int reprintf = 1; y[0] = reprintf << 2;",
                "__shared__ float s[32]; s[threadIdx.x] = x[0]; __syncthreads(); y[0] = s[0] / sinf(x[1]);",
                "double d = x[0]; y[0] = (float) (exp(d) / fmod(d, 3.0));",
                "long long n = rows; y[0] = (float) (n / cols % 7);"
            })
    void honestCodePasses(String body) {
        var source = CudaHere.softmax("#define N 4", body);
        assertThat(text(source)).isEqualTo(PASSED);
        for (var compiler : compilers())
            assertThat(cubin(compiler, source)).as(compiler.id()).isEqualTo(PASSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"#include <cuda_fp16.h>", "#include \"cuda_bf16.h\"", "#include <mma.h>", "#pragma unroll 4"})
    void directivesOnTheListPass(String head) {
        assertThat(text(CudaHere.softmax(head, "y[0] = x[0];"))).isEqualTo(PASSED);
    }

    /// What the text does not show, the cubin does.
    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void aCallThatTheTextHidesIsSeenInTheCubin(CudaCompiler compiler) {
        var hidden = CudaHere.softmax(
                "#define P(a, b) a##b", "float *p = (float *) P(mal, loc)(4); p[rows] = x[0]; y[0] = p[cols];");
        assertThat(text(hidden)).isEqualTo(PASSED);
        assertThat(cubin(compiler, hidden)).isEqualTo(calls("malloc"));
        var ptx = CudaHere.softmax(
                "", "asm volatile(\"{ .reg .b32 r; .reg .b64 p; mov.u64 p, 0; call (r), vprintf, (p, p); }\");");
        assertThat(cubin(compiler, ptx)).isNotEqualTo(PASSED);
    }

    private static Outcome calls(String name) {
        return new Outcome.Forbidden(
                "symbol", "it calls '" + name + "', which it does not define; nothing else is linked");
    }

    static List<Path> examples() throws IOException {
        try (var files = Files.list(Path.of("src/test/resources/examples/cu"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExamplePasses(Path example) throws IOException {
        assertThat(text(Source.parse(Files.readString(example)))).isEqualTo(PASSED);
    }

    @Test
    void aSplicedWordIsOneWord() {
        var source = CudaHere.softmax("", "pri\\\nntf(\"\");");
        assertThat(text(source)).isInstanceOf(Outcome.Forbidden.class);
    }
}
