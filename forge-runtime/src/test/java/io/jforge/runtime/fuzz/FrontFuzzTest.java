package io.jforge.runtime.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CcCompiler;
import io.jforge.runtime.compile.Compiler;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.OpFiles;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Lint;
import io.jforge.runtime.verify.Lints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever the text, it becomes an Outcome or a [SpecException], in a moment.
///
/// A failure names its seed; `new Mutations...text(seed)` makes the text again.
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class FrontFuzzTest {
    private static final int IN_CI = 500;
    private static final int COMPILED_IN_CI = 40;
    private static final int NIGHTLY = 10_000;
    private static final int COMPILED_NIGHTLY = 1_000;
    private static final int CUDA_NIGHTLY = 60;
    private static final long FIRST = 1;
    private static final long OTHERS = 1_000_000;
    private static final Duration A_MOMENT = Duration.ofSeconds(10);
    private static final Duration A_COMPILE = Duration.ofSeconds(20);
    private static final Target CPU = Compilers.SOFTMAX.target();
    private static final Target GPU = new Target("cuda", "cuda:0", "test", 132, 50L << 20, 140L << 30, "sm_90");

    @TempDir
    Path folder;

    /// How far a source's text gets without a compiler; empty: to its end.
    private static Optional<String> refused(String text, Target target) {
        try {
            var source = Source.parse(text);
            var op = new Catalogue()
                    .find(source.op().equals("matmul") ? "matmul" : "softmax")
                    .op();
            source.check(op);
            var task = Task.of(op, null, "f32", target);
            var assignment = LaunchPlan.firstAdmitted(source, task);
            if (assignment.isEmpty()) return Optional.of("admits nothing");
            LaunchPlan.of(source, task, assignment.get());
            return switch (Lint.check(source)) {
                case Step.Passed<Source> _ -> Optional.empty();
                case Step.Stopped<Source> stopped ->
                    Optional.of(stopped.outcome().label());
            };
        } catch (SpecException refused) {
            assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(3_000);
            return Optional.of("refused");
        }
    }

    private static String ended(String text, Target target) {
        return refused(text, target).orElse("passed");
    }

    private static String compiled(String text, Compiler compiler, Target target) {
        var refused = refused(text, target);
        if (refused.isPresent()) return refused.get();
        var source = Source.parse(text);
        var op = new Catalogue().find(source.op()).op();
        var task = Task.of(op, null, "f32", target);
        var plan = LaunchPlan.of(
                source, task, LaunchPlan.firstAdmitted(source, task).orElseThrow());
        return switch (compiler.compile(source, plan).then(Lints::check)) {
            case Step.Passed<Binary> _ -> "compiled";
            case Step.Stopped<Binary>(Outcome outcome) -> outcome.label();
        };
    }

    private static String op(String text) {
        try {
            var op = Op.parse(text);
            Task.of(op, null, null, CPU);
            return "passed";
        } catch (SpecException refused) {
            assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(3_000);
            return "refused";
        }
    }

    private static Tally texts(long first, int count) {
        var c = Mutations.ofSources("c");
        var cuda = Mutations.ofSources("cu");
        var tally = new Tally("texts", A_MOMENT);
        for (int quarter = 0; quarter < 4; quarter++) {
            boolean whole = quarter % 2 == 0;
            var of = quarter < 2 ? c : cuda;
            var target = quarter < 2 ? CPU : GPU;
            tally.run(first, count / 4, seed -> ended(whole ? of.text(seed) : of.body(seed), target));
        }
        return tally;
    }

    private static Tally ops(long first, int count) {
        var ops = Mutations.ofOps();
        var tally = new Tally("op.yaml", A_MOMENT);
        tally.run(first, count, seed -> op(ops.text(seed)));
        return tally;
    }

    private Tally compiles(long first, int count) {
        var compiler = new CcCompiler(Compilers.USUAL, folder, Duration.ofSeconds(3), 2L << 30);
        var c = Mutations.ofSources("c");
        var tally = new Tally("compiles", A_COMPILE);
        tally.run(first, count, seed -> compiled(c.body(seed), compiler, CPU));
        return tally;
    }

    @Test
    void textsAreRefusedOrPass() {
        texts(FIRST, IN_CI).assertEnded("refused", "forbidden", "passed");
    }

    @Test
    void opsAreRefusedOrPass() {
        ops(FIRST, IN_CI).assertEnded("refused", "passed");
    }

    @Test
    void whatIsCompiledIsAnOutcome() {
        compiles(FIRST, COMPILED_IN_CI).assertEnded("rejected", "compiled");
    }

    @Test
    @Tag("nightly")
    void tenThousandTexts() {
        texts(OTHERS, NIGHTLY).assertEnded("refused", "forbidden", "passed");
    }

    @Test
    @Tag("nightly")
    void tenThousandOps() {
        ops(OTHERS, NIGHTLY).assertEnded("refused", "passed");
    }

    @Test
    @Tag("nightly")
    void aThousandCompiles() {
        compiles(OTHERS, COMPILED_NIGHTLY).assertEnded("rejected", "forbidden", "compiled");
    }

    /// A compiler that writes without end is stopped before the disk is full.
    @Test
    void aBombOfMacrosIsStopped() throws IOException {
        var compiler = new CcCompiler(Compilers.USUAL, folder, Duration.ofSeconds(10), 2L << 30);
        var tally = new Tally("macro bomb", Duration.ofSeconds(40));
        tally.run(0, 1, _ -> compiled(softmax() + Mutations.bomb(), compiler, CPU));
        assertThat(tally.count("rejected") + tally.count("timed out")).isEqualTo(1);
        try (var files = Files.walk(folder)) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(200L << 20);
        }
    }

    /// nvcc takes seconds for each.
    @Test
    @Tag("nightly")
    void someDozensOfCudaCompiles() {
        var cuda = Mutations.ofSources("cu");
        for (var compiler :
                CudaHere.held(folder, Duration.ofSeconds(20), 8L << 30).toList()) {
            try (compiler) {
                var tally = new Tally("compiles by " + compiler.id(), Duration.ofSeconds(60));
                tally.run(OTHERS, CUDA_NIGHTLY, seed -> compiled(cuda.body(seed), compiler, GPU));
                tally.assertEnded("rejected", "compiled");
            }
        }
    }

    @Test
    @Tag("nightly")
    void whatIsHugeIsCompiledOrRefused() {
        var compiler = new CcCompiler(Compilers.USUAL, folder, Duration.ofSeconds(5), 2L << 30);
        var tally = new Tally("huge compiles", Duration.ofSeconds(60));
        tally.run(
                0,
                Mutations.ALL_HUGE.size(),
                i -> compiled(softmax() + Mutations.ALL_HUGE.get((int) i), compiler, CPU));
        tally.assertEnded("rejected", "compiled");
    }

    private static String softmax() {
        return new Catalogue().find("softmax").naive(Language.C).text();
    }

    /// At the head of a header, behind it, and in an op.
    @Test
    void whatIsHugeTakesAMoment() {
        var softmax = softmax();
        int header = softmax.indexOf("*/");
        var tally = new Tally("huge", A_MOMENT);
        var huge = Mutations.ALL_HUGE;
        tally.run(
                0,
                huge.size(),
                i -> ended(softmax.substring(0, header) + huge.get((int) i) + softmax.substring(header), CPU));
        tally.run(0, huge.size(), i -> ended(softmax + huge.get((int) i), CPU));
        tally.run(0, huge.size(), i -> ended((softmax + huge.get((int) i)).replace("1 c", "1 cuda"), GPU));
        tally.run(0, huge.size(), i -> op("op: a\n" + huge.get((int) i)));
        tally.assertEnded("refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "{a: ", "- ", "? ", "!!", "&a [", "\"", "|\n", "<<: ", "a:\n ", "[[],"})
    void deepYamlIsRefused(String piece) {
        var tally = new Tally("deep YAML", A_MOMENT);
        tally.run(0, 1, _ -> op("op: a\nlet: " + piece.repeat(100_000)));
        tally.run(0, 1, _ -> op(piece.repeat(100_000)));
        tally.assertEnded("refused");
    }

    /// An alias that stands for nine of the one before, nine deep.
    @Test
    void aBombOfAliasesIsRefused() {
        var bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 10; i++) bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(9)));
        assertThat(op(bomb.toString())).isEqualTo("refused");
    }

    @Test
    void whatIsNotTextIsRefused() throws IOException {
        for (var file : List.of("op.yaml", "reference.c", "naive.c")) {
            Files.writeString(
                    folder.resolve("op.yaml"), Files.readString(Path.of("src/main/resources/ops/softmax/op.yaml")));
            Files.writeString(folder.resolve("reference.c"), "");
            Files.writeString(
                    folder.resolve("naive.c"),
                    new Catalogue().find("softmax").naive(Language.C).text());
            Files.write(folder.resolve(file), new byte[] {'o', 'p', ':', (byte) 0xC3, (byte) 0x28});
            assertThatThrownBy(() -> OpFiles.in(folder).entry())
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("is not text in UTF-8");
        }
    }
}
