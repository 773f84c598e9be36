package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Lint;
import io.jforge.runtime.verify.Lints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What the prompts teach is so: their example compiles, what they say is there is there, what they say is
/// refused is.
class PromptTruthTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```(?:c|cuda)\n(/\\* forge 1.*?)```");
    private static final Op SCALE = Op.parse("""
            op: scale
            doc: y = 2 * x
            dtypes: [{T: f32}, {T: f16}, {T: bf16}]
            symbols: {rows: {}, cols: {}}
            inputs: {x: {dtype: T, shape: [rows, cols]}}
            outputs: {y: {dtype: T, shape: [rows, cols], norm: [cols]}}
            read: rows*cols*sizeof(x)
            write: rows*cols*sizeof(y)
            flops: rows*cols
            reference: {units: rows}
            torch: 2 * x
            presets: {small: {rows: 64, cols: 128, T: f32, from: synthetic}}
            """);

    @TempDir
    private Path folder;

    private static String system(Language language) {
        return new Prompts(language == Language.C ? Asked.softmaxC() : Asked.softmaxCuda()).system();
    }

    private static Source example(Language language) {
        var found = EXAMPLE.matcher(system(language));
        assertThat(found.find()).isTrue();
        return Source.parse(found.group(1));
    }

    private static LaunchPlan plan(Source source, Target target, String dtype) {
        var task = Task.of(SCALE, "64x128", dtype, target);
        return LaunchPlan.of(
                source, task, LaunchPlan.firstAdmitted(source, task).orElseThrow());
    }

    @Test
    void theExampleInCCompilesAndBreaksNoRule() {
        var source = example(Language.C);
        var compiled = Compilers.in(folder, Compilers.USUAL).compile(source, plan(source, Asked.CPU, "f32"));
        assertThat(compiled.then(Lints::check)).isInstanceOf(Step.Passed.class);
    }

    @Test
    void theExampleInCudaCompilesForEveryDtype() {
        assumeThat(CudaHere.hasCompiler()).as("needs NVRTC or nvcc").isTrue();
        var source = example(Language.CUDA);
        for (var compiler :
                CudaHere.held(folder, Duration.ofSeconds(60), 8L << 30).toList())
            try (compiler) {
                for (var dtype : List.of("f32", "f16", "bf16")) {
                    Step<Binary> compiled = compiler.compile(source, plan(source, Asked.GPU, dtype));
                    assertThat(compiled.then(Lints::check)).isInstanceOf(Step.Passed.class);
                }
            }
    }

    @Test
    void whatItSaysIsInThePreludeIsThere() {
        var c = Resources.text("/prelude/forge.h");
        assertThat(names(system(Language.C), "\\b(i?vec|vec_\\w+|FORGE_LANES|UNROLL)\\b"))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(c).containsPattern("\\b" + name + "\\b"));
        var cuda = Resources.text("/prelude/forge.cuh");
        var helpers = names(
                system(Language.CUDA),
                "\\b((?:copy|copies|cluster|barrier)_\\w+|copy16\\w*|push|grid_sync|wait_previous"
                        + "|start_next|to_float|from_float|pair|pack|LD|ST)\\b(?=[(<])");
        assertThat(helpers)
                .hasSizeGreaterThan(18)
                .allSatisfy(name -> assertThat(cuda).containsPattern("\\b" + name + "\\b"));
    }

    private static List<String> names(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    /// Headers on the list pass, and the next best one does not.
    @ParameterizedTest
    @EnumSource(Language.class)
    void headersArePassedAndRefusedAsItSays(Language language) {
        var rule = system(language)
                .lines()
                .filter(line -> line.startsWith("* includes"))
                .findFirst()
                .orElseThrow();
        var said = names(rule.substring(0, rule.indexOf(". No")), "\\b(\\w+\\.h)\\b");
        assertThat(said)
                .hasSizeGreaterThan(2)
                .allSatisfy(header ->
                        assertThat(Lint.check(including(language, header))).isInstanceOf(Step.Passed.class));
        for (var other : List.of("stdio.h", "stdlib.h", "immintrin.h", "cuda_runtime.h"))
            assertThat(Lint.check(including(language, other))).isInstanceOf(Step.Stopped.class);
    }

    private static Source including(Language language, String header) {
        return Source.parse(example(language).text().replaceFirst("\\*/\n", "*/\n#include <" + header + ">\n"));
    }

    static Stream<String> refusedInCuda() {
        return Stream.of(
                "printf(\"x\");",
                "assert(cols);",
                "malloc(8);",
                "int *p = new int;",
                "scale_rows<<<1, 1>>>(x, y, cols);",
                "cudaMalloc(0, 8);",
                "extern int other;");
    }

    @ParameterizedTest
    @MethodSource("refusedInCuda")
    void whatItSaysIsRefusedIs(String statement) {
        var text = example(Language.CUDA).text().replace("    Pack *out", "    " + statement + "\n    Pack *out");
        assertThat(text).contains(statement);
        assertThat(Lint.check(Source.parse(text))).isInstanceOf(Step.Stopped.class);
    }

    /// Each kind of statement as the prompts show it.
    @Test
    void everyStatementItShowsParses() {
        var source = Source.parse("""
                /* forge 1 cuda scale
                 * tune NAME in 4 2 1
                 * const COLS = cols
                 * require if(cols > 4, 1, 0) && has(x) && stride(x,0) == cols && numel(x) > 0
                 * arch sm_90a
                 * option fastmath
                 * option maxregs 64
                 * scratch sums f32[rows] zero
                 * scratch arrived u32[1] zero
                 * tensormap map of x dims(cols, rows) strides(cols) box(64, 8) swizzle(128)
                 * launch first grid(rows, 1, 1) block(32) cluster(1) shared(1024) when(rows > 1) cooperative args(x, y, map, sums, arrived, i64(cols), f32(rows))
                 * launch second grid(rows) block(32) overlap args(x, y, cols)
                 */
                """);
        source.check(SCALE);
        assertThat(plan(source, Asked.GPU, "f32").launches()).hasSize(2);
        var c = Source.parse("""
                /* forge 1 c scale
                 * option fastmath
                 * scratch sums f32[rows] zero
                 * launch first threads(cores) when(rows > 1) args(x, y, sums, i64(cols), f32(rows))
                 * launch second args(y, rows, cols)
                 */
                """);
        assertThat(plan(c, Asked.CPU, "f32").launches()).hasSize(2);
    }
}
