package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every source in `cheats/` ends as its second comment says, by the check that it names, and the naive source that
/// runs after it is none the worse.
@Timeout(60)
class CheatsTest {
    private static final Path ROOT = Path.of("src/test/resources/cheats");
    private static final Pattern ENDS = Pattern.compile("/\\* Ends ([a-z ]+): (.+?)\\. .*\\*/");

    @TempDir
    static Path folder;

    private static Bench softmax;
    private static Bench matmul;

    @BeforeAll
    static void ready() {
        softmax = new Bench(folder.resolve("softmax"), "softmax", "64x128");
        matmul = new Bench(folder.resolve("matmul"), "matmul", "300x300x9");
    }

    @AfterAll
    static void end() {
        softmax.close();
        matmul.close();
    }

    static List<Path> softmaxCheats() {
        return in("softmax");
    }

    static List<Path> matmulCheats() {
        return in("matmul");
    }

    private static List<Path> in(String op) {
        try (var files = Files.list(ROOT.resolve(op))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("softmaxCheats")
    void softmaxCheatsAreCaught(Path cheat) throws IOException {
        assertCaught(softmax, Files.readString(cheat));
    }

    @ParameterizedTest
    @MethodSource("matmulCheats")
    void matmulCheatsAreCaught(Path cheat) throws IOException {
        assertCaught(matmul, Files.readString(cheat));
    }

    private void assertCaught(Bench bench, String text) {
        var ends = ENDS.matcher(text);
        assertThat(ends.find()).as("the comment that says how it ends").isTrue();
        var outcome = bench.evaluate(text);
        assertThat(outcome.label()).as(outcome.message()).isEqualTo(ends.group(1));
        assertThat(caughtBy(outcome)).as(outcome.message()).startsWith(ends.group(2));
        if (mayHaveDoneHarm(outcome))
            assertThat(bench.naive()).as("the naive source after it").isInstanceOf(Step.Passed.class);
    }

    private static boolean mayHaveDoneHarm(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Crashed _, Outcome.Suspect _, Outcome.Timed _ -> true;
            case Outcome.Wrong wrong -> !wrong.check().equals("reference");
            case Outcome.TimedOut late -> !late.stage().equals("compile");
            case Outcome.Rejected _, Outcome.Forbidden _ -> false;
        };
    }

    private static String caughtBy(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Wrong wrong -> wrong.check();
            case Outcome.Forbidden forbidden -> forbidden.rule();
            case Outcome.TimedOut late -> late.stage();
            case Outcome.Rejected rejected ->
                rejected.diagnostics().lines().skip(1).findFirst().orElse("");
            case Outcome.Crashed crashed -> crashed.how();
            case Outcome.Suspect suspect -> suspect.why();
            case Outcome.Timed timed -> timed.timing().toString();
        };
    }
}
