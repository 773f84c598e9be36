package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What NVRTC and nvcc must do alike, with each that this machine has.
@Timeout(120)
class CudaCompilerTest {
    /// Nested macros: 10^7 additions, which keep a compiler busy for far longer than anybody waits.
    private static final String HUGE = """
            #define A(x) x + x + x + x + x + x + x + x + x + x
            #define B(x) A(A(x))
            #define C(x) B(B(x))
            """;

    private static final String LONG = "float v = x[0]; y[0] = C(B(A(v)));";
    private static final String LARGE = "y[0] = C(B(A(x[1])));";

    @TempDir
    static Path folder;

    private static List<CudaCompiler> compilers;

    static List<CudaCompiler> compilers() throws IOException {
        if (compilers == null)
            compilers = Stream.concat(CudaHere.withNvrtc(own(), CudaHere.SM_80), CudaHere.all(own(), CudaHere.SM_90))
                    .toList();
        return compilers;
    }

    @AfterAll
    static void end() {
        if (compilers != null) compilers.forEach(CudaCompiler::close);
    }

    private static Path own() throws IOException {
        return Files.createTempDirectory(folder, "compiler");
    }

    private static Binary compiled(CudaCompiler compiler, Source source) {
        return compiled(compiler, source, CudaHere.plan(source));
    }

    private static Binary compiled(CudaCompiler compiler, Source source, LaunchPlan plan) {
        return switch (compiler.compile(source, plan)) {
            case Step.Passed<Binary>(Binary binary) -> binary;
            case Step.Stopped<Binary>(Outcome outcome) -> throw new AssertionError(compiler.id() + outcome.message());
        };
    }

    private static String rejected(CudaCompiler compiler, Source source) {
        return switch (compiler.compile(source, CudaHere.plan(source))) {
            case Step.Stopped<Binary>(Outcome.Rejected(String diagnostics)) -> diagnostics;
            case Step<Binary> other -> throw new AssertionError("not rejected: " + other);
        };
    }

    private static long bytes(Binary binary) {
        try {
            return Files.size(binary.library());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void anExampleBecomesACubinWithItsReport(CudaCompiler compiler) throws IOException {
        var source = Source.parse(Files.readString(Path.of("src/test/resources/examples/cu/softmax_row.cu")));
        var binary = compiled(compiler, source);
        assertThat(Files.readAllBytes(binary.library())).startsWith(0x7f, 'E', 'L', 'F');
        assertThat(binary.object()).isEqualTo(binary.library());
        assertThat(binary.preprocessed()).isEmpty();
        var entry = binary.report().entry("softmax").orElseThrow();
        assertThat(entry.registers()).isBetween(8, 128);
        assertThat(entry.sharedBytes()).isBetween(128L, 4096L);
        assertThat(entry.spillBytes()).isZero();
    }

    @Test
    void nvccCompilesForOlderDevicesToo() throws IOException {
        assumeThat(CudaHere.nvcc()).as("nvcc").isPresent();
        try (var nvcc = new NvccCompiler(CudaHere.nvcc().orElseThrow(), CudaHere.setting(own(), CudaHere.SM_80))) {
            assertThat(nvcc.arch().name()).isEqualTo("sm_80");
            anExampleBecomesACubinWithItsReport(nvcc);
        }
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void aRejectedSourceSeesItsOwnLineAndText(CudaCompiler compiler) {
        var message = rejected(compiler, CudaHere.softmax("", "    y[0] = undeclared + 1;"));
        assertThat(message)
                .contains("softmax.cu(6): error: identifier \"undeclared\" is undefined")
                .contains("y[0] = undeclared + 1;")
                .contains("^")
                .doesNotContain(folder.toString());
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void aTextThatIsRightOnlyBeyondThePreludeIsNotBlamedOnIt(CudaCompiler compiler) {
        assertThat(rejected(compiler, CudaHere.softmax("#error not today", "")))
                .containsPattern("softmax.cu[(:]4(:2|\\)):( catastrophic)? error: #error")
                .contains("#error not today")
                .doesNotContain("forge.cuh");
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void theArchitectureIsTheDevicesOwnWithAllThatOnlyItHas(CudaCompiler compiler) {
        boolean hopper = compiler.arch().number() == 90;
        assertThat(compiler.arch().name()).isEqualTo(hopper ? "sm_90a" : "sm_80");
        var setmaxnreg = CudaHere.softmax("", "asm volatile(\"setmaxnreg.dec.sync.aligned.u32 24;\"); y[0] = x[0];");
        var step = compiler.compile(setmaxnreg, CudaHere.plan(setmaxnreg));
        assertThat(step instanceof Step.Passed<Binary>).isEqualTo(hopper);
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void aSourceForAnotherArchitectureIsForbidden(CudaCompiler compiler) {
        var asked = CudaHere.softmax("arch sm_100\n *", "", "y[0] = x[0];");
        assertThat(compiler.compile(asked, CudaHere.plan(asked)).outcome(_ -> new Outcome.Crashed("not stopped")))
                .isEqualTo(new Outcome.Forbidden(
                        "arch",
                        "it asks for sm_100; this device is compiled for as "
                                + compiler.arch().name()));
        var met = CudaHere.softmax("arch sm_80\n *", "", "y[0] = x[0];");
        assertThat(compiled(compiler, met)).isNotNull();
        var exact = CudaHere.softmax("arch sm_90a\n *", "", "y[0] = x[0];");
        assertThat(compiler.compile(exact, CudaHere.plan(exact)) instanceof Step.Passed<Binary>)
                .isEqualTo(compiler.arch().number() == 90);
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void definesReachTheCode(CudaCompiler compiler) {
        var source = Source.parse("""
                /* forge 1 cuda softmax
                 * tune BLOCK in 128 256
                 * const WIDE = 2*BLOCK + rows
                 * launch softmax grid(rows) block(BLOCK) args(x, y, rows, cols)
                 */
                static_assert(BLOCK == 256 && WIDE == 576, "defines");
                extern "C" __global__ void softmax(const float *x, float *y, int rows, int cols) { y[0] = x[0]; }
                """);
        var plan = LaunchPlan.of(source, CudaHere.SOFTMAX, Map.of("BLOCK", 256L));
        assertThat(compiled(compiler, source, plan)).isNotNull();
        assertThat(rejected(compiler, source)).contains("static assertion failed");
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void theOptionsOfTheHeaderAreHonoured(CudaCompiler compiler) {
        var body = """
                float r[40];
                for (int i = 0; i < 40; i++) r[i] = x[i * cols + threadIdx.x];
                for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) r[i] = r[i] * r[j] + x[j];
                for (int i = 0; i < 40; i++) y[i * cols + threadIdx.x] = r[i];
                """;
        var usual = compiled(compiler, CudaHere.softmax("", body))
                .report()
                .entry("softmax")
                .orElseThrow();
        var few = compiled(compiler, CudaHere.softmax("option maxregs 24\n *", "", body))
                .report()
                .entry("softmax")
                .orElseThrow();
        assertThat(usual.registers()).isGreaterThan(40);
        assertThat(usual.spillBytes()).isZero();
        assertThat(few.registers()).isLessThanOrEqualTo(24);
        assertThat(few.spillBytes()).isPositive();
        assertThat(few.stackBytes()).isPositive();
        var sine = "y[0] = sinf(x[0]) / x[1];";
        assertThat(bytes(compiled(compiler, CudaHere.softmax("option fastmath\n *", "", sine))))
                .isLessThan(bytes(compiled(compiler, CudaHere.softmax("", sine))));
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void anEntryThatTheTextLacksIsNamed(CudaCompiler compiler) {
        var source = Source.parse("""
                /* forge 1 cuda softmax
                 * launch softmax grid(rows) block(128) args(x, y)
                 */
                extern "C" __global__ void softmx(const float *x, float *y) { y[0] = x[0]; }
                """);
        assertThat(rejected(compiler, source))
                .startsWith("the header launches 'softmax', but the text defines only: softmx");
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void halvesAreIncludedWhereAToolkitIs(CudaCompiler compiler) {
        assumeThat(compiler.headers().version()).as("CUDA's headers").isPresent();
        for (var name : List.of("cuda_fp16.h", "cuda_bf16.h"))
            assertThat(compiled(compiler, CudaHere.softmax("#include <" + name + ">", "y[0] = x[0];")))
                    .isNotNull();
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void thePreludeMayBeIncludedAgain(CudaCompiler compiler) {
        assertThat(compiled(compiler, CudaHere.softmax("#include \"forge.cuh\"", "y[0] = x[0];")))
                .isNotNull();
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void aFunctionForTheHostIsRejectedByBoth(CudaCompiler compiler) {
        assertThat(rejected(
                        compiler, CudaHere.softmax("float twice(float v) { return 2 * v; }", "y[0] = twice(x[0]);")))
                .contains("softmax.cu(", "host")
                .doesNotContain("-default-device");
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void warmingUpAndHeadersAreTheCompilersOwnAffair(CudaCompiler compiler) {
        compiler.warm();
        if (compiler.headers().version().isPresent())
            assertThat(CudaHeaders.NAMES).allMatch(compiler::includes);
    }

    @ParameterizedTest(allowZeroInvocations = true, autoCloseArguments = false)
    @MethodSource("compilers")
    void tooMuchSharedMemoryIsRejected(CudaCompiler compiler) {
        var greedy = CudaHere.softmax("", "__shared__ float s[100000]; s[threadIdx.x] = x[0]; y[0] = s[7];");
        assertThat(rejected(compiler, greedy)).contains("too much shared data");
    }

    @Test
    void aCompileThatTakesTooLongIsKilledAndTheNextOneWorks() throws IOException {
        var deadline = Duration.ofMillis(1500);
        var huge = CudaHere.softmax(HUGE, LONG);
        CudaHere.held(own(), deadline, 8L << 30).forEach(compiler -> {
            try (compiler) {
                long start = System.nanoTime();
                assertThat(compiler.compile(huge, CudaHere.plan(huge)).outcome(_ -> new Outcome.Crashed("not stopped")))
                        .isEqualTo(new Outcome.TimedOut("compile", deadline));
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
                assertThat(compiled(compiler, CudaHere.softmax("", "y[0] = x[0];")))
                        .isNotNull();
            }
        });
    }

    @Test
    void aCompileThatTakesTooMuchMemoryIsRejected() throws IOException {
        var huge = CudaHere.softmax(HUGE, LARGE);
        CudaHere.held(own(), Duration.ofSeconds(30), 1L << 30).forEach(compiler -> {
            try (compiler) {
                assertThat(rejected(compiler, huge)).as(compiler.id()).containsIgnoringCase("memory");
                assertThat(compiled(compiler, CudaHere.softmax("", "y[0] = x[0];")))
                        .isNotNull();
            }
        });
    }

    /// A candidate is the same wherever it is compiled.
    @Test
    void theOptionsAreTheSameForBoth() throws IOException {
        var source =
                CudaHere.softmax("tune TPB in 128\n * option fastmath\n * option maxregs 64\n *", "", "y[0] = x[0];");
        var setting = CudaHere.setting(own(), CudaHere.SM_90).with(CudaHeaders.none());
        var unit = new CudaUnits(setting, CudaArch.named("sm_90a")).of(source, CudaHere.plan(source));
        assertThat(unit.options())
                .containsExactly(
                        "--gpu-architecture=sm_90a",
                        "--std=c++17",
                        "-lineinfo",
                        "--ptxas-options=-v",
                        "--use_fast_math",
                        "--maxrregcount=64",
                        "-DTPB=128");
    }

    @ParameterizedTest
    @MethodSource("compilers")
    void ptxIsTextForTheSameArchitecture(CudaCompiler compiler) {
        var source = CudaHere.softmax("", "y[0] = x[0];");
        assertThat(compiler.ptx(source, CudaHere.plan(source)))
                .isInstanceOfSatisfying(
                        Step.Passed.class,
                        passed -> assertThat((String) passed.value())
                                .contains(".target " + compiler.arch().name(), ".visible .entry softmax("));
        var wrong = CudaHere.softmax("", "y[0] = nothing;");
        assertThat(compiler.ptx(wrong, CudaHere.plan(wrong)))
                .isInstanceOfSatisfying(
                        Step.Stopped.class,
                        stopped -> assertThat(((Outcome) stopped.outcome()).message())
                                .contains("softmax.cu"));
    }
}
