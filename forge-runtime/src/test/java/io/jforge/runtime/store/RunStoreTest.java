package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Rung;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunStoreTest {
    @TempDir
    private Path folder;

    private RunStore store;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private RunRecord reread(String id) {
        try (var other = new RunStore(folder)) {
            return other.find(id);
        }
    }

    private static Stream<Outcome> outcomes() {
        var timing = new Timing(List.of(1_000L, 2_345L, 1_999_999_999_999L), true);
        return Stream.of(
                new Outcome.Rejected("line 3: expected ';'\n  int x\n       ^"),
                new Outcome.Forbidden("symbols", "calls `system`"),
                new Outcome.Crashed("SIGSEGV at address 0"),
                new Outcome.TimedOut("verify", Duration.ofMillis(2500)),
                new Outcome.Wrong("17x33 seed 42", "y[3,4] is NaN instead of 0.25"),
                new Outcome.Suspect(timing, 12.5, "faster than the machine"),
                new Outcome.Suspect(timing, Double.POSITIVE_INFINITY, ""),
                new Outcome.Timed(timing, Runs.evidence("softmax 17x33 f32", Long.MIN_VALUE, 1 / 3.0)),
                new Outcome.Timed(
                        timing,
                        Evidence.of(new Check(
                                        Rung.WINNER,
                                        Check.Moment.TIMED,
                                        "softmax",
                                        "tiny",
                                        7,
                                        0,
                                        Double.NaN,
                                        Duration.ofNanos(5)))
                                .and(Evidence.noting("it is \"pinned\""))));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void everyKindOfOutcomeComesBackAsItWas(Outcome outcome) {
        var trial = Runs.trial(0, -1, "naive", outcome, Map.of("UN", 4L));
        store.begin(Runs.header("a"));
        store.add("a", trial);
        assertThat(reread("a").trials()).containsExactly(trial);
    }

    @Test
    void aFinishedRunComesBackAsItWas() {
        var run = Runs.finished();
        store.begin(run.header());
        run.trials().forEach(trial -> store.add(run.header().id(), trial));
        store.end(run.header().id(), run.ending().orElseThrow());
        assertThat(reread("first")).isEqualTo(run);
        assertThat(reread("first").state()).isEqualTo("finished");
    }

    @Test
    void bothCachesComeBackAsTheyWere() {
        var run = Runs.withBothCaches();
        store.begin(run.header());
        run.trials().forEach(trial -> store.add(run.header().id(), trial));
        store.end(run.header().id(), run.ending().orElseThrow());
        assertThat(reread(run.header().id())).isEqualTo(run);
    }

    @Test
    void warningsAndTheStateAtTheEndComeBackAsTheyWere() {
        var ending = new RunEnding(
                "time", 2, Optional.empty(), List.of("somebody else"), Map.of("SM clock", "1200 of 1980 MHz"));
        store.begin(Runs.header("a"));
        store.end("a", ending);
        assertThat(reread("a").ending()).contains(ending);
    }

    @Test
    void aProfileComesBackAsItWas() {
        for (var profile : List.of(Runs.profile(), Profile.unavailable(2, "no ncu found"))) {
            var id = "a" + profile.launches().size();
            var ending = new RunEnding("time", 2, Optional.empty(), List.of(), Map.of(), Optional.of(profile));
            store.begin(Runs.header(id));
            store.end(id, ending);
            assertThat(reread(id).ending()).contains(ending);
        }
    }

    /// As version 0.1.0 wrote them.
    @Test
    void aRunOfAnOlderVersionReadsWithWhatWasUsualThen() throws Exception {
        var run = Runs.finished();
        store.begin(run.header());
        run.trials().forEach(trial -> store.add(run.header().id(), trial));
        store.end(run.header().id(), run.ending().orElseThrow());
        store.close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("runs.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update runs set header = json_remove(header, '$.settings.isolation',"
                            + " '$.settings.cache'), ending = json_remove(ending, '$.confirmation.other', '$.warnings',"
                            + " '$.environment', '$.profile')"))
                    .isOne();
            var left =
                    statement.executeQuery("select header || ending from runs").getString(1);
            assertThat(left).doesNotContain("isolation", "cache", "other", "warnings", "profile");
        }
        assertThat(reread("first")).isEqualTo(run);
        assertThat(reread("first").header().settings().cache()).isEqualTo("cold");
    }

    @Test
    void orderOfSymbolsIsKept() {
        var symbols = new java.util.LinkedHashMap<String, Long>();
        for (var name : List.of("zeta", "alpha", "m", "k", "n")) symbols.put(name, 3L);
        var like = Runs.header("a");
        store.begin(new RunHeader(
                "a",
                "a",
                like.op(),
                symbols,
                like.dtypes(),
                like.dtype(),
                like.task(),
                like.device(),
                like.seed(),
                like.settings(),
                like.roofline(),
                like.leastMicros(),
                like.memoryBound(),
                like.environment(),
                like.started()));
        assertThat(reread("a").header().symbols().keySet()).containsExactly("zeta", "alpha", "m", "k", "n");
    }

    @Test
    void textInAnyScriptComesBackAsItWas() {
        var odd = "ünïcode ∑ 中文 🚀 'quotes' \"double\"; drop table runs; -- \t\r\n%s";
        var source = Source.parse("/* forge 1 c softmax\n * launch softmax threads(1) args(x, y, rows, cols)\n */\n// "
                + odd.replace('\r', ' ') + "\n");
        var like = Runs.trial(0, -1, odd, new Outcome.Rejected(odd + "\u0000"), Map.of());
        var trial = new Trial(
                0,
                0,
                -1,
                0,
                odd,
                odd,
                new Candidate(source, Map.of()),
                like.outcome(),
                like.stages(),
                like.resources(),
                like.ended());
        store.begin(Runs.header("a", "名前", Runs.START));
        store.add("a", trial);
        assertThat(reread("名前").trials()).containsExactly(trial);
    }

    @Test
    void aRunWithoutAnEndingReadsAsRunning() {
        store.begin(Runs.header("a"));
        store.add("a", Runs.trials().getFirst());
        try (var _ = store.claim("a")) {
            assertThat(reread("a").state()).isEqualTo("running");
            assertThat(reread("a").ending()).isEmpty();
        }
    }

    @Test
    void everyEndingHasItsState() {
        for (var stop : List.of("iterations", "time", "goal", "patience", "exhausted", "interrupted", "failed")) {
            store.begin(Runs.header(stop));
            store.end(stop, new RunEnding(stop, 1, Optional.empty()));
            var wanted = List.of("interrupted", "failed").contains(stop) ? stop : "finished";
            assertThat(reread(stop).state()).isEqualTo(wanted);
        }
    }

    @Test
    void anIdComesBeforeANameAndTheNewerOfTwoAlikeBeforeTheOlder() {
        store.begin(Runs.header("a", "mine", Runs.START));
        store.begin(Runs.header("b", "mine", Runs.START.plusSeconds(1)));
        store.begin(Runs.header("c", "a", Runs.START.plusSeconds(2)));
        assertThat(store.find("a").header().id()).isEqualTo("a");
        assertThat(store.find("mine").header().id()).isEqualTo("b");
        assertThat(store.last().orElseThrow().header().id()).isEqualTo("c");
    }

    @Test
    void newestFirstHoldsForInstantsThatAreWrittenWithFewerDigits() {
        store.begin(Runs.header("on the second", "a", Instant.parse("2026-05-04T10:20:30Z")));
        store.begin(Runs.header("half past it", "a", Instant.parse("2026-05-04T10:20:30.500Z")));
        store.begin(Runs.header("a little later", "a", Instant.parse("2026-05-04T10:20:30.500001Z")));
        assertThat(store.all())
                .extracting(run -> run.header().id())
                .containsExactly("a little later", "half past it", "on the second");
        assertThat(store.find("a").header().id()).isEqualTo("a little later");
        assertThat(store.last().orElseThrow().header().id()).isEqualTo("a little later");
    }

    @Test
    void anUnknownRunIsToldWithTheNearest() {
        store.begin(Runs.header("softmax-12ab", "first-try", Runs.START));
        assertThatThrownBy(() -> store.find("first-tri"))
                .isInstanceOf(SpecException.class)
                .hasMessage("no run 'first-tri'. Did you mean first-try? `%forge runs` lists them.");
        assertThatThrownBy(() -> store.find("softmax-12")).hasMessageContaining("Did you mean softmax-12ab?");
        assertThatThrownBy(() -> store.find("zzz")).hasMessage("no run 'zzz'. `%forge runs` lists them.");
    }

    @Test
    void anEmptyStoreHasNoRuns() {
        assertThat(store.all()).isEmpty();
        assertThat(store.last()).isEmpty();
        assertThat(store.has("a")).isFalse();
    }

    @Test
    void twoStoresOpenANewFileAndWriteItAtOnce() throws Exception {
        int each = 40;
        var ready = new CountDownLatch(4);
        try (var pool = Executors.newFixedThreadPool(4)) {
            var writers = new ArrayList<Future<?>>();
            for (var run : List.of("a", "b", "c", "d"))
                writers.add(pool.submit(() -> {
                    try (var own = new RunStore(folder.resolve("new"))) {
                        ready.countDown();
                        ready.await();
                        own.begin(Runs.header(run));
                        for (int i = 0; i < each; i++)
                            own.add(run, Runs.trial(i, i - 1, "step", Runs.timed(100 - i), Map.of()));
                        return null;
                    }
                }));
            for (var writer : writers) writer.get();
        }
        try (var own = new RunStore(folder.resolve("new"))) {
            assertThat(own.all())
                    .hasSize(4)
                    .allSatisfy(run -> assertThat(run.trials()).hasSize(each));
        }
    }

    @Test
    void threadsOfOneProcessShareAStore() {
        store.begin(Runs.header("a"));
        Stream.iterate(0, i -> i + 1)
                .limit(60)
                .parallel()
                .forEach(i -> store.add("a", Runs.trial(i, i - 1, "step", Runs.timed(100), Map.of())));
        assertThat(reread("a").trials()).hasSize(60);
    }

    /// Adds trials without end, and tells the number of each that is committed.
    static final class Adding {
        public static void main(String[] args) {
            try (var store = new RunStore(Path.of(args[0]))) {
                store.begin(Runs.header("killed"));
                for (int i = 0; ; i++) {
                    store.add("killed", Runs.trial(i, i - 1, "step", Runs.timed(100), Map.of()));
                    System.out.println(i);
                }
            }
        }
    }

    @Test
    void aProcessThatIsKilledLosesNothingThatWasCommitted() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Adding.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int told = -1;
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            while (told < 25) told = Integer.parseInt(lines.readLine());
            process.toHandle().destroyForcibly();
            for (var line = lines.readLine(); line != null; line = lines.readLine())
                if (line.matches("\\d+")) told = Math.max(told, Integer.parseInt(line));
        }
        process.waitFor();
        var run = store.find("killed");
        assertThat(run.state()).isEqualTo("broken off");
        assertThat(run.trials()).hasSizeGreaterThanOrEqualTo(told + 1);
        for (int i = 0; i < run.trials().size(); i++)
            assertThat(run.trials().get(i).number()).isEqualTo(i);
        store.add("killed", Runs.trial(run.trials().size(), 0, "one more", Runs.timed(1), Map.of()));
    }

    @Test
    void evidenceOfOlderRunsIsReadAsItIs() throws Exception {
        store.begin(Runs.header("a"));
        store.add("a", Runs.trial(0, -1, "naive", Runs.timed(5), Map.of()));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("runs.db"));
                var statement = connection.createStatement()) {
            statement.execute(
                    "update trials set detail = json_set(detail, '$.evidence',"
                            + " json('{\"checks\":[\"softmax 17x33 f32 outlier, seed ff2a\",\"by hand\"],\"worstShare\":0.25}'))");
        }
        var timed = (Outcome.Timed) store.find("a").trials().getFirst().outcome();
        assertThat(timed.evidence().checks())
                .extracting(Check::shape, Check::inputs, Check::seed)
                .containsExactly(tuple("softmax 17x33 f32", "outlier", 0xff2aL), tuple("by hand", "", 0L));
        assertThat(timed.evidence().worstShare()).isEqualTo(0.25);
        assertThat(timed.evidence().notes()).isEmpty();
    }

    @Test
    void aStoreOfANewerSchemaIsLeftAlone() throws Exception {
        store.begin(Runs.header("a"));
        store.close();
        var file = folder.resolve("runs.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("pragma user_version = 7");
        }
        try (var older = new RunStore(folder)) {
            assertThatThrownBy(older::check)
                    .isInstanceOf(StoreException.class)
                    .hasMessage("the store " + file + " was written by a newer JForge (schema 7, this one knows 5):"
                            + " use that one, or set JFORGE_HOME to another folder");
        }
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            assertThat(statement.executeQuery("pragma user_version").getInt(1)).isEqualTo(7);
        }
    }

    @Test
    void aStoreOfTheFirstSchemaIsBroughtToThisOneWithItsRuns() throws Exception {
        store.begin(Runs.header("a", "old", Runs.START));
        store.add("a", Runs.trials().get(1));
        store.close();
        var file = folder.resolve("runs.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("drop index trials_by_source");
            statement.execute("drop table exchanges");
            statement.execute("drop table texts");
            statement.execute("alter table trials drop column ahead_us");
            statement.execute("alter table trials drop column resources");
            statement.execute("pragma user_version = 1");
        }
        try (var newer = new RunStore(folder)) {
            var trial = newer.find("old").trials().getFirst();
            assertThat(trial.outcome()).isEqualTo(Runs.trials().get(1).outcome());
            assertThat(trial.resources()).isEqualTo(Resources.NONE);
            assertThat(trial.stages().ahead()).isZero();
            newer.add("a", Runs.trials().get(2));
            assertThat(newer.find("old").trials().get(1))
                    .isEqualTo(Runs.trials().get(2));
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsToldWithWhatToDo() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "not a folder");
        try (var blocked = new RunStore(file)) {
            assertThatThrownBy(blocked::check)
                    .isInstanceOf(StoreException.class)
                    .hasMessage("cannot create the store " + file.resolve("runs.db") + " (" + file
                            + " is not a folder): set JFORGE_HOME to a folder that you can write");
        }
    }

    @Test
    void aTrialOfARunThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> store.add("nobody", Runs.trials().getFirst())).isInstanceOf(StoreException.class);
    }

    @Test
    void aFolderWithOddCharactersWorks() {
        try (var odd = new RunStore(folder.resolve("a b ü? #%20"))) {
            odd.begin(Runs.header("a"));
            assertThat(odd.has("a")).isTrue();
        }
        assertThat(folder.resolve("a b ü? #%20").resolve("runs.db")).exists();
    }

    private void keep(String id, String stop, Trial... trials) {
        store.begin(Runs.header(id));
        for (var trial : trials) store.add(id, trial);
        if (!stop.isEmpty()) store.end(id, new RunEnding(stop, 1, Optional.empty()));
    }

    @Test
    void theFastestOfATaskIsFoundAmongItsEndedRuns() {
        var naive = Runs.trial(0, -1, "naive", Runs.timed(100), Map.of());
        keep("naive", "iterations", Runs.trial(0, -1, "naive", Runs.timed(10), Map.of()));
        keep("slower", "iterations", naive, Runs.trial(1, 0, "change", Runs.timed(40), Map.of()));
        keep("faster", "interrupted", naive, Runs.trial(1, 0, "change", Runs.timed(30), Map.of()));
        keep("running", "", naive, Runs.trial(1, 0, "change", Runs.timed(20), Map.of()));
        keep("failed", "iterations", naive, Runs.trial(1, 0, "change", new Outcome.Crashed("SIGSEGV"), Map.of()));
        assertThat(store.fastest("softmax", "softmax 4096x1024 f32", "cpu", _ -> true)
                        .map(run -> run.header().id()))
                .contains("faster");
        assertThat(store.fastest("softmax", "softmax 4096x1024 f32", "cuda:0", _ -> true))
                .isEmpty();
        assertThat(store.fastest("softmax", "softmax 64x128 f32", "cpu", _ -> true))
                .isEmpty();
    }
}
