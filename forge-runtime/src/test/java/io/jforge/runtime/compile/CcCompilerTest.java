package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CcCompilerTest {
    /// Nested macros: 10^7 additions, which keep gcc busy for far longer than anybody waits.
    private static final String HUGE = """
            #define A(x) x + x + x + x + x + x + x + x + x + x
            #define B(x) A(A(x))
            #define C(x) B(B(x))
            double huge(double v) { return C(B(A(v))); }
            """;

    @TempDir
    Path folder;

    private CcCompiler compiler;

    @BeforeEach
    void usual() {
        compiler = Compilers.in(folder, Compilers.USUAL);
    }

    private Step<Binary> compile(Source source) {
        return compiler.compile(source, Compilers.plan(source));
    }

    private Binary compiled(Source source) {
        return switch (compile(source)) {
            case Step.Passed<Binary>(Binary binary) -> binary;
            case Step.Stopped<Binary>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
    }

    private String rejected(Source source) {
        return switch (compile(source)) {
            case Step.Stopped<Binary>(Outcome.Rejected(String diagnostics)) -> diagnostics;
            case Step<Binary> other -> throw new AssertionError("not rejected: " + other);
        };
    }

    private static boolean isCompiling() {
        return ProcessHandle.current()
                .descendants()
                .anyMatch(process -> process.info().commandLine().orElse("").contains("cc1"));
    }

    @Test
    void everyFileOfABinaryIsThere() {
        var binary = compiled(Compilers.softmax("", "y[0] = x[0];"));
        assertThat(List.of(binary.preprocessed().orElseThrow(), binary.object(), binary.library()))
                .allMatch(Files::isRegularFile);
    }

    @Test
    void aRejectedSourceSeesItsOwnLineWithACaret() {
        assertThat(rejected(Compilers.softmax("", "    y[0] = undeclared + 1;")))
                .contains("softmax.c:6:12: error: ")
                .contains("y[0] = undeclared + 1;")
                .contains("^~~~~~~~~~");
    }

    @Test
    void noMessageNamesATemporaryFolder() {
        // in the prelude, in a system header's macro, in the preprocessor, in the linker
        var sources = List.of(
                Compilers.softmax("", "y[0] = vec_sum(x);"),
                Compilers.softmax("#include <math.h>", "y[0] = isnan(x) + \"\";"),
                Compilers.softmax("#include <no_such.h>", ""),
                Compilers.softmax("#error not today", ""),
                Compilers.softmax("void _init(void) {}", ""));
        assertThat(sources)
                .extracting(this::rejected)
                .allSatisfy(message -> assertThat(message)
                        .contains("softmax.")
                        .doesNotContain(folder.toString())
                        .doesNotContain(folder.getFileName().toString()));
    }

    @Test
    void longDiagnosticsAreCut() {
        var many = rejected(Compilers.softmax("", "y[0] = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11;"));
        assertThat(many.lines()).hasSize(31);
        assertThat(many).matches("(?s).*\\.\\.\\. \\d+ more lines");
    }

    @Test
    void manyWarningsAreNoError() {
        var calls = new StringBuilder();
        for (int i = 0; i < 1500; i++)
            calls.append("{ int *p = 1.5f + ").append(i).append(" > 2 ? y : 3; (void) p; }\n");
        assertThat(compiled(Compilers.softmax("", calls.toString()))).isNotNull();
    }

    @Test
    void definesReachTheCode() throws IOException {
        var source = Source.parse("""
                /* forge 1 c softmax
                 * tune BLOCK in 8 16
                 * const WIDE = 2*BLOCK + rows
                 * launch softmax args(x, y, rows, cols)
                 */
                int block = BLOCK, wide = WIDE;
                void softmax(const float *x, float *y, int rows, int cols) { y[0] = x[0]; }
                """);
        var plan = LaunchPlan.of(source, Compilers.SOFTMAX, Map.of("BLOCK", 16L));
        var binary = compiler.compile(source, plan)
                .outcome(b -> new Outcome.Rejected(read(b.preprocessed().orElseThrow())));
        assertThat(binary.message()).contains("int block = 16, wide = 96;");
    }

    @Test
    void fastmathIsOnOnlyWhereTheHeaderAsksForIt() {
        var honest = """
                #ifdef __FAST_MATH__
                int fast;
                #else
                int exact;
                #endif
                void softmax(const float *x, float *y, int rows, int cols) { y[0] = x[0]; }
                """;
        var head = "/* forge 1 c softmax\n%s * launch softmax args(x, y, rows, cols)\n */\n";
        assertThat(read(compiled(Source.parse(head.formatted("") + honest))
                        .preprocessed()
                        .orElseThrow()))
                .contains("int exact;");
        assertThat(read(compiled(Source.parse(head.formatted(" * option fastmath\n") + honest))
                        .preprocessed()
                        .orElseThrow()))
                .contains("int fast;");
    }

    @Test
    void thePreludeIsThereWhetherOrNotItIsIncluded() {
        var body = "vec_store(y, vec_load(x) * 2);";
        assertThat(compiled(Compilers.softmax("", body))).isNotNull();
        assertThat(compiled(Compilers.softmax("#include \"forge.h\"", body))).isNotNull();
        assertThat(compiled(Compilers.softmax("#include <forge.h>", body))).isNotNull();
    }

    @Test
    void aFolderWithSpacesAndQuotesIsNoTrouble() throws IOException {
        var odd = Files.createDirectories(folder.resolve("it's a \"folder\" $HOME"));
        compiler = Compilers.in(odd, Compilers.USUAL);
        assertThat(compiled(Compilers.softmax("", "y[0] = vec_sum(vec_load(x));")))
                .isNotNull();
        assertThat(rejected(Compilers.softmax("", "y[0] = undeclared;"))).contains("softmax.c:6");
    }

    @Test
    void aCompileThatTakesTooLongIsKilled() throws InterruptedException {
        compiler = new CcCompiler(Compilers.USUAL, folder, Duration.ofMillis(700), 8L << 30);
        long start = System.nanoTime();
        assertThat(compile(Compilers.softmax(HUGE, "y[0] = huge(x[0]);")))
                .isEqualTo(Step.stopped(new Outcome.TimedOut("compile", Duration.ofMillis(700))));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        for (int i = 0; i < 100 && isCompiling(); i++) Thread.sleep(50);
        assertThat(isCompiling()).isFalse();
    }

    @Test
    void aCompileThatTakesTooMuchMemoryIsRejected() {
        compiler = new CcCompiler(Compilers.USUAL, folder, Duration.ofSeconds(30), 400L << 20);
        assertThat(rejected(Compilers.softmax(HUGE, "y[0] = huge(x[0]);"))).containsIgnoringCase("memory");
    }

    @Test
    void anInterruptEndsACompile() throws InterruptedException {
        var thrown = new AtomicReference<Throwable>();
        var source = Compilers.softmax(HUGE, "y[0] = huge(x[0]);");
        var thread = Thread.ofPlatform().start(() -> thrown.set(catchThrowable(() -> compile(source))));
        Thread.sleep(500);
        thread.interrupt();
        thread.join(2000);
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        for (int i = 0; i < 100 && isCompiling(); i++) Thread.sleep(50);
        assertThat(isCompiling()).isFalse();
    }

    @Test
    void anInterruptBeforeItBeginsCancelsIt() {
        var source = Compilers.softmax("", "y[0] = x[0];");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> compile(source)).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aCompilerThatWentAwayIsAMissingTool() {
        var gone = new Toolchain(Path.of("/no/such/gcc"), "gcc 0", List.of("-O3"), List.of("-shared"), true);
        compiler = Compilers.in(folder, gone);
        assertThatThrownBy(() -> compile(Compilers.softmax("", "")))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining("/no/such/gcc");
    }

    @Test
    void aLibraryOfOursThatDoesNotCompileIsOurBug() {
        assertThatThrownBy(() -> compiler.library("host", "int x = ;", List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("host.c does not compile:\nhost.c:1:9: error");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
