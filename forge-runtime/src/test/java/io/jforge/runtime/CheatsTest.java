package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every C source in `cheats/` ends as its second comment says, by the check that it names, and the naive source that
/// runs after it is none the worse; what was seen is what `docs/measuring.md` says.
@Timeout(60)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CheatsTest {
    private static final Path PAGE = Path.of("../docs/measuring.md");
    private static final Map<String, CheatMatrix.Seen> SEEN = new HashMap<>();

    /// The least that the naive source of an op took so far, in microseconds.
    private static final Map<String, Double> NAIVE = new HashMap<>();

    @TempDir
    static Path folder;

    private static Map<String, Bench> benches;

    @BeforeAll
    static void ready() {
        benches = Map.of(
                "softmax", new Bench(folder.resolve("softmax"), "softmax", "64x128"),
                "matmul", new Bench(folder.resolve("matmul"), "matmul", "300x300x9"));
        benches.forEach(CheatsTest::assertNaiveIsRight);
    }

    @AfterAll
    static void end() {
        if (benches != null) benches.values().forEach(Bench::close);
    }

    static List<Cheat> cheats() {
        return Cheat.in("c");
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("cheats")
    void isCaught(Cheat cheat) {
        var bench = benches.get(cheat.op());
        var outcome = bench.evaluate(cheat.text());
        if (Cheat.mayHaveDoneHarm(outcome)) assertNaiveIsRight(cheat.op(), bench);
        var check = cheat.assertCaught(outcome, NAIVE.get(cheat.op()));
        SEEN.put(cheat.file(), new CheatMatrix.Seen(outcome.label(), check));
    }

    private static void assertNaiveIsRight(String op, Bench bench) {
        switch (bench.naive()) {
            case Step.Passed<Timing>(Timing timing) ->
                NAIVE.merge(op, Collections.min(timing.samplesNanos()) / 1e3, Math::min);
            case Step.Stopped<Timing>(Outcome outcome) -> fail("the naive source after it: " + outcome.message());
        }
    }

    /// From the second call to one that is timed for certain: a trial makes ten runs before and ten samples or more.
    @Order(2)
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9, 10, 11, 12, 15, 19})
    void oneThatIsRightForSoManyCallsIsCaught(int calls) {
        var text = Cheat.text("softmax/right-for-the-first-calls.c").replace("calls > 14", "calls > " + calls);
        var outcome = benches.get("softmax").evaluate(text);
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Wrong.class);
    }

    @Order(3)
    @Test
    void everyRowHasAFixtureOrAReason() {
        assertThat(CheatMatrix.gaps()).isEmpty();
    }

    /// `-Dcheats.write` writes the table anew: `install/test -Dtest=CheatsTest -Dcheats.write=true`.
    @Order(4)
    @Test
    void theMatrixIsOnThePage() throws IOException {
        assumeTrue(SEEN.size() == cheats().size(), "all cheats must have been seen");
        var page = Files.readString(PAGE);
        var fresh = CheatMatrix.into(page, SEEN);
        if (Boolean.getBoolean("cheats.write")) Files.writeString(PAGE, fresh);
        else
            assertThat(page)
                    .as("docs/measuring.md is not what was seen; to write it: "
                            + "install/test -Dtest=CheatsTest -Dcheats.write=true")
                    .isEqualTo(fresh);
    }
}
