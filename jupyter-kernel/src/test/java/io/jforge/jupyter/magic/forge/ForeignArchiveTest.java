package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.SampleRuns;
import io.jforge.runtime.Forge;
import io.jforge.runtime.NoSuchDevice;
import io.jforge.runtime.Run;
import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.llm.Usage;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives that someone has altered: whatever of them is taken in can be shown, repeated and gone on with.
class ForeignArchiveTest {
    /// Of several thousand; `-Djforge.altered=10000` tries all.
    private static final int TRIED = Integer.getInteger("jforge.altered", 100);

    @TempDir
    private Path folder;

    private Forge there;
    private final List<String> json = new ArrayList<>();
    private String failure = "";

    @BeforeEach
    void open() {
        there = Forge.open(Map.of("JFORGE_HOME", folder.resolve("there").toString(), "PATH", ""));
    }

    @AfterEach
    void close() {
        there.close();
    }

    private int run(String... words) {
        failure = "";
        Display display = bundle -> _ -> {};
        var root = new ForgeCommand(
                () -> there, new Screen(display, display, json::add, _ -> {}), new Written(Optional.empty(), () -> ""));
        return Verbs.run(root, List.of(words), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError(String.join(" ", words), thrown));
            failure = known.message();
            return known.status();
        });
    }

    /// One that has all that a run can have.
    private RunRecord whole() {
        var like = SampleRuns.header("softmax-12ab", "first", "60.0s");
        var settings = new RunHeader.Settings(
                30,
                "mcts",
                "60.0s",
                "3x",
                5,
                "worker",
                "cold",
                "naive,eager",
                "python3",
                Optional.of(new RunHeader.From(
                        "mine.c",
                        SampleRuns.trials().getFirst().candidate().source().text(),
                        "",
                        Map.of())),
                Optional.of(new RunHeader.Llm(
                        "relay:" + folder.resolve("answers"), "hybrid", 2, 16_000, "2usd", "3,15", "cpu", "60.0s")));
        var header = new RunHeader(
                like.id(),
                like.name(),
                like.op(),
                like.symbols(),
                like.dtypes(),
                like.dtype(),
                like.task(),
                like.device(),
                like.seed(),
                settings,
                like.roofline(),
                like.leastMicros(),
                like.memoryBound(),
                Map.of("compiler", "gcc 14", "cores", "2", "last-level cache", "32 MiB", "processor", "some"),
                like.started(),
                Map.of(),
                Map.of(),
                List.of(new RunHeader.Resumed(Instant.parse("2026-05-04T10:20:31Z"), 2, 1.5)),
                Optional.empty());
        return new RunRecord(header, SampleRuns.trials(), Optional.of(ending()), List.of(exchange(1), exchange(3)));
    }

    private static RunEnding ending() {
        var confirmed =
                SampleRuns.besideEager().ending().orElseThrow().confirmation().orElseThrow();
        var rival = new RunEnding.Rival(
                "softmax-34cd",
                1,
                "theirs",
                SampleRuns.timing(4000),
                new Speedup(4, 3.9, 4.1),
                new Speedup(2, 1.9, 2.1));
        var all = new RunEnding.Confirmation(
                confirmed.trial(),
                confirmed.naive(),
                confirmed.best(),
                confirmed.speedup(),
                confirmed.evidence(),
                Optional.of(rival),
                Optional.of(RunEnding.Pair.of(SampleRuns.timing(8000, 8100), SampleRuns.timing(1000, 1010))),
                confirmed.baselines());
        return new RunEnding(
                "interrupted",
                12.5,
                Optional.of(all),
                List.of("warm"),
                Map.of("clock", "1 GHz"),
                Optional.of(SampleRuns.profile()));
    }

    private static Exchange exchange(int iteration) {
        var asked = new Exchange.Asked(
                "relay:answers", "1", "wide loads", "You write C.", "Make it fast " + iteration, Instant.EPOCH);
        var reply =
                new Reply("an answer", Reply.End.COMPLETE, Usage.of(1000, 200, 50), "m-1", Duration.ofMillis(2500), 1);
        return new Exchange(
                iteration,
                iteration,
                0,
                Exchange.Kind.PROPOSE,
                Exchange.State.ANSWERED,
                asked,
                reply,
                Optional.of(new BigDecimal("0.015")),
                "");
    }

    private AlteredArchives archives() throws IOException {
        try (var here = Forge.open(Map.of("JFORGE_HOME", folder.resolve("here").toString(), "PATH", ""))) {
            here.store().restore(whole());
            return new AlteredArchives(here.archive(here.run("first")).bytes());
        }
    }

    @Test
    void whatIsTakenInCanBeShownRepeatedAndGoneOnWith() throws IOException {
        var archives = archives();
        var altered = archives.all();
        Collections.shuffle(altered, new Random(11));
        int taken = 0;
        var failures = new ArrayList<String>();
        for (var each : altered.subList(0, Math.min(TRIED, altered.size()))) {
            var file = Files.write(folder.resolve("it.jforge"), archives.bytes(each));
            try {
                if (run("import", file.toString()) == 0) taken += used();
                else assertRefusal(file);
            } catch (AssertionError | RuntimeException failed) {
                failures.add(each + ": " + reasons(failed));
                there.delete(there.runs().stream().map(Run::id).toList());
            }
        }
        assertThat(failures).isEmpty();
        assertThat(taken).isBetween(TRIED / 20, TRIED * 19 / 20);
    }

    private static String reasons(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                .map(Throwable::toString)
                .collect(Collectors.joining("; "));
    }

    private void assertRefusal(Path file) {
        assertThat(failure).startsWith(file + ": ").hasLineCount(1).doesNotEndWith(" ");
        assertThat(failure.length())
                .isGreaterThan(file.toString().length() + 10)
                .isLessThan(500);
        assertThat(there.runs()).isEmpty();
    }

    private int used() {
        var id = there.last().id();
        for (var verb : List.of("show", "report", "cost"))
            assertThat(run(verb, id)).as(verb).isZero();
        assertThat(run("report", id, "--json")).isZero();
        for (int trial = 0; trial < there.run(id).trials().size(); trial++) {
            assertThat(run("show", id, String.valueOf(trial))).isZero();
            run("show", id, String.valueOf(trial), "--evidence", "--json");
            run("show", id, String.valueOf(trial), "--prompt");
        }
        assertThat(run("runs")).isZero();
        assertThat(run("runs", "--json")).isZero();
        readied(() -> there.replay(id).check());
        readied(() -> there.resume(id).device("cpu").iterations(1_000_000).check());
        there.delete(List.of(id));
        return 1;
    }

    /// Or it says why not.
    private static void readied(Runnable check) {
        try {
            check.run();
        } catch (SpecException | NoSuchDevice unfit) {
            assertThat(unfit.getMessage()).hasLineCount(1);
        }
    }
}
