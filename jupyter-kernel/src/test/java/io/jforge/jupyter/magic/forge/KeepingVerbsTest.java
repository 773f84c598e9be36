package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.SampleRuns;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.store.RunHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Table;

/// What becomes of runs that were kept: `report`, `runs --delete`, `gc`, and a store that is damaged.
class KeepingVerbsTest {
    @TempDir
    private Path home;

    private Forge forge;
    private final List<String> shown = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String failure = "";

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", ""));
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private int run(String... words) {
        var root = new ForgeCommand(
                () -> forge,
                new Screen(into(shown), into(progress), json::add, notes::add),
                new Written(Optional.empty(), () -> ""));
        return Verbs.run(root, List.of(words), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
            failure = known.message();
            return known.status();
        });
    }

    private static Display into(List<String> list) {
        return bundle -> {
            list.add(bundle.plain());
            return update -> list.add(update.plain());
        };
    }

    /// With a winner, a wrong trial and a confirmation.
    private void keep() {
        var run = SampleRuns.finished();
        forge.store().begin(run.header());
        run.trials().forEach(trial -> forge.store().add(run.header().id(), trial));
        forge.store().end(run.header().id(), run.ending().orElseThrow());
    }

    private void keep(String id, String name, Duration ago) {
        var like = SampleRuns.header(id, name, "");
        forge.store()
                .begin(new RunHeader(
                        id,
                        name,
                        like.op(),
                        like.symbols(),
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
                        Instant.now().minus(ago)));
        SampleRuns.trials().forEach(trial -> forge.store().add(id, trial));
    }

    @Test
    void aReportHasTheSummaryAndEveryTrial() {
        keep();
        assertThat(run("report")).isZero();
        assertThat(shown.getFirst()).contains("8.000x faster than naive");
        assertThat(shown.getLast()).contains("polynomial exp", "fast-math", "wrong", "from node");
        assertThat(shown).hasSize(4);
        assertThat(run("report", "first", "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("run").asString()).isEqualTo("softmax-12ab");
        assertThat(told.path("trial_rows").size()).isEqualTo(4);
        assertThat(told.path("trial_rows").get(3).path("median_us").isNull()).isTrue();
    }

    @Test
    void theCsvReadsBackWithEveryNumber() throws Exception {
        keep();
        var file = home.resolve("trials.csv");
        assertThat(run("report", "--csv", file.toString())).isZero();
        assertThat(shown).containsExactly(file + ": the 4 trials of run softmax-12ab");
        assertThat(Files.readAllLines(file).getFirst())
                .isEqualTo("run,trial,iteration,from_node,change,outcome,median_us,speedup_over_naive,roofline_share,"
                        + "ci95_low_us,ci95_high_us,tunables,message,compile_ms,compile_ahead_ms,verify_ms,time_ms,"
                        + "ended,source_hash");
        var table = Table.read().csv(file.toFile());
        assertThat(table.rowCount()).isEqualTo(4);
        assertThat(Files.readAllLines(file).get(2))
                .startsWith("softmax-12ab,1,1,0,polynomial exp,timed,4000.0,4.0,0.4,4000.0,4000.0,,")
                .contains(",100.0,0.0,20.0,30.0,2026-05-04T10:20:31Z,");
        assertThat(table.column("roofline_share").asList().toString()).isEqualTo("[0.1, 0.4, 0.8, null]");
        assertThat(table.stringColumn("outcome").asList()).containsExactly("timed", "timed", "timed", "wrong");
        assertThat(table.stringColumn("message").get(3)).isEqualTo("17x33: 3.5 instead of 1");
        assertThat(table.stringColumn("source_hash").get(2))
                .isEqualTo(SampleRuns.trials().get(2).candidate().source().hash());
    }

    @Test
    void theCsvOnStandardOutputIsNothingButThat() {
        keep();
        assertThat(run("report", "first", "--csv", "-")).isZero();
        assertThat(shown).isEmpty();
        assertThat(json.getFirst().lines()).hasSize(5).first().asString().startsWith("run,trial,");
        assertThat(json.getFirst()).doesNotEndWith("\n");
    }

    @Test
    void aFileThatIsThereIsOverwrittenByForceOnly() throws Exception {
        keep();
        var file = Files.writeString(home.resolve("mine.csv"), "mine");
        assertThat(run("report", "--csv", file.toString())).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("'" + file + "' is there already: --force overwrites it");
        assertThat(file).hasContent("mine");
        assertThat(run("report", "--csv", file.toString(), "--force", "--json")).isZero();
        assertThat(Json.MAPPER.readTree(json.getFirst()).path("trials").asInt()).isEqualTo(4);
        assertThat(Files.readAllLines(file)).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            report --csv - --json    | --csv - and --json both take standard output: name a file for one of them
            report zzz               | no run 'zzz'. `%forge runs` lists them.
            report --csv src         | 'src' is a folder: name a file in it, such as src/softmax-12ab.csv
            report --csv /no/x.csv   | '/no/x.csv' cannot be written: there is no folder /no
            gc                       | missing required option: '--older=AGE'. `%forge help gc` tells what there is.
            gc --older 30            | an age is a number with h, d or w, e.g. 30d, not '30'
            gc --older 30d --keep x  | no run 'x'. `%forge runs` lists them.
            runs --delete first zzz  | no run 'zzz'. `%forge runs` lists them.
            """)
    void aMistakeIsToldInALineAndNothingIsLost(String line, String message) {
        keep();
        assertThat(run(line.split(" +"))).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(message);
        assertThat(forge.runs()).hasSize(1);
    }

    @Test
    void runsAreDeletedByIdOrNameWithTheirTrials() {
        keep();
        keep("a", "mine", Duration.ofDays(2));
        keep("b", "mine", Duration.ofDays(1));
        assertThat(run("runs", "--delete", "softmax-12ab", "mine")).isZero();
        assertThat(shown).containsExactly("2 runs with 8 trials deleted");
        assertThat(forge.runs())
                .extracting(run -> run.id())
                .as("the newest of a name")
                .containsExactly("a");
        assertThat(run("runs", "--delete", "a", "--json")).isZero();
        assertThat(Json.MAPPER.readTree(json.getFirst()).path("deleted").asInt())
                .isEqualTo(1);
        assertThat(run("show")).isEqualTo(Verbs.USAGE);
    }

    @Test
    void whatIsOldGoesUnlessItIsKept() {
        keep("old", "old", Duration.ofDays(40));
        keep("older", "thesis", Duration.ofDays(80));
        keep("new", "new", Duration.ofDays(29));
        assertThat(run("gc", "--older", "30d", "--keep", "thesis", "--dry-run")).isZero();
        assertThat(shown.getFirst()).contains("old").doesNotContain("thesis", "new");
        assertThat(shown.getLast())
                .startsWith("1 run with 4 trials would go, some ")
                .endsWith("nothing was deleted. --keep RUN lets one stay");
        assertThat(forge.runs()).hasSize(3);
        assertThat(run("gc", "--older", "30d", "--keep", "thesis")).isZero();
        assertThat(shown.getLast()).startsWith("1 run with 4 trials deleted; the store is ");
        assertThat(forge.runs()).extracting(run -> run.id()).containsExactly("new", "older");
        assertThat(run("gc", "--older", "4w", "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("runs").toString()).isEqualTo("[\"older\",\"new\"]");
        assertThat(told.path("trials").asInt()).isEqualTo(8);
        assertThat(forge.runs()).isEmpty();
    }

    @Test
    void gcWithNothingOldSaysSo() {
        keep("new", "new", Duration.ofHours(1));
        assertThat(run("gc", "--older", "2h", "--dry-run")).isZero();
        assertThat(shown).containsExactly("no run is older than 2h");
    }

    @Test
    void aDamagedStoreIsToldOnceAndJsonStaysPure() throws Exception {
        Files.writeString(home.resolve("runs.db"), "no database ".repeat(900));
        assertThat(run("runs", "--json")).isZero();
        assertThat(shown).isEmpty();
        assertThat(Json.MAPPER.readTree(json.getFirst()).path("runs").isEmpty()).isTrue();
        assertThat(notes).hasSize(1);
        assertThat(notes.getFirst())
                .contains("was damaged (it is no database): it was moved to runs.db.damaged-")
                .doesNotContain("\n");
        assertThat(run("runs")).isZero();
        assertThat(notes).hasSize(1);
        assertThat(run("gc", "--older", "1d")).isZero();
        assertThat(shown.getLast())
                .startsWith("damaged stores that were moved aside, which stay until you delete them:\n  " + home)
                .endsWith("  10.8 kB");
    }

    @Test
    void aDamagedStoreIsToldAlsoWhereTheVerbFails() throws Exception {
        Files.writeString(home.resolve("runs.db"), "no database ".repeat(900));
        assertThat(run("show", "zzz")).isEqualTo(Verbs.USAGE);
        assertThat(notes).hasSize(1);
    }
}
