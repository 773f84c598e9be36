package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.SampleRuns;
import io.jforge.jupyter.display.WellFormed;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `replay`, and replays in `show` and `report`: in a notebook, in a terminal, as JSON.
@Timeout(120)
class ReplayVerbTest {
    @TempDir
    private Path home;

    private Forge forge;
    private final List<MimeBundle> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private String failure = "";

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH")));
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private int run(String... words) {
        shown.clear();
        json.clear();
        var root = new ForgeCommand(
                () -> forge,
                new Screen(
                        bundle -> {
                            shown.add(bundle);
                            return _ -> {};
                        },
                        _ -> _ -> {},
                        json::add),
                new Written(Optional.empty(), () -> ""));
        return Verbs.run(root, List.of(words), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
            failure = known.message();
            return known.status();
        });
    }

    /// A run and its replay, in which a trial `<b>` is right that was wrong.
    private void keepReplay() {
        var original = SampleRuns.finished();
        var trials = new ArrayList<Trial>(original.trials());
        trials.set(3, SampleRuns.trial(3, 1, "fast-math", SampleRuns.timed(1500)));
        var like = original.header();
        var header = new RunHeader(
                "softmax-77cd",
                "softmax-77cd",
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
                Map.of("processor", "EPYC <9>", "cores", "2", "instructions", "avx2"),
                like.started().plusSeconds(60),
                Map.of(),
                Map.of(),
                List.of(),
                Optional.of(new RunHeader.Replayed("softmax-12ab", "")));
        forge.store().restore(original);
        forge.store().restore(new RunRecord(header, trials, original.ending()));
    }

    @Test
    void aReplayShowsItsVerdictFirstAsTableAndAsText() {
        keepReplay();
        assertThat(run("show", "softmax-77cd")).isZero();
        var verdict = shown.getFirst();
        assertThat(verdict.plain())
                .startsWith("reproduced: no. softmax 4096x1024 f32, run softmax-12ab again as softmax-77cd: 1 of its 4"
                        + " trials was right and is not, or the other way round\n\nwhat ")
                .contains("speedup       8.000x (7.900 to 8.100)")
                .contains("    3  fast-math  wrong   timed")
                .contains("Trial 3, fast-math, is the fastest now: 1,500 us in its own trial.")
                .endsWith("Another device model: times are shown, not judged.");
        var html = (String) verdict.data().get(MimeBundle.HTML);
        WellFormed.parse(html);
        assertThat(html).contains("EPYC &lt;9&gt;, 2 cores", "<td class=\"jf-l\">fast-math</td>");
        assertThat(run("report", "softmax-77cd")).isZero();
        assertThat(shown.getFirst().plain()).isEqualTo(verdict.plain());
        assertThat(run("show", "softmax-77cd", "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("kind").asString()).isEqualTo("replay");
        assertThat(told.path("replayed").path("run").asString()).isEqualTo("softmax-12ab");
        assertThat(told.path("reproduction").path("reproduced").asBoolean()).isFalse();
        assertThat(told.path("reproduction")
                        .path("changed")
                        .get(0)
                        .path("trial")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void withoutItsOriginalOnlyTheRunIsShown() {
        keepReplay();
        assertThat(run("runs", "--delete", "softmax-12ab")).isZero();
        assertThat(run("show", "softmax-77cd")).isZero();
        assertThat(shown.getFirst().plain()).startsWith("softmax 4096x1024 f32: ");
    }

    @Test
    void anotherRunUnderTheOriginalsIdIsNoOriginal() {
        keepReplay();
        forge.delete(List.of("softmax-12ab"));
        var other = SampleRuns.finished();
        var trials = new ArrayList<Trial>(other.trials());
        trials.set(2, SampleRuns.trial(2, 1, "both cores", new Outcome.Crashed("SIGSEGV"), "another"));
        forge.store().restore(new RunRecord(other.header(), trials, Optional.empty()));
        assertThat(forge.run("softmax-77cd").reproduction()).isEmpty();
    }

    /// Real runs: the exit status is the verdict.
    @Test
    void theExitStatusIsTheVerdict() {
        var original = forge.optimize("softmax")
                .device("cpu")
                .shape("64x128")
                .iterations(1)
                .baseline("naive")
                .seed(3)
                .run();
        var file = home.resolve("it.jforge").toString();
        assertThat(run("export", original.id(), "--archive", file)).isZero();
        int status = run("replay", file, "--device", "cpu", "--json");
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("replayed").path("from").asString()).isEqualTo("it.jforge");
        var reproduction = told.path("reproduction");
        assertThat(reproduction.path("changed").size()).isZero();
        assertThat(status).isEqualTo(reproduction.path("reproduced").asBoolean() ? 0 : Verbs.FAILED);
        assertThat(run("replay", "nosuch")).isEqualTo(Verbs.USAGE);
        assertThat(failure).startsWith("no run 'nosuch'.");
    }

    @Test
    void helpTellsTheRule() {
        assertThat(run("help", "replay")).isZero();
        assertThat(shown.getFirst().plain().replaceAll("\\s+", " "))
                .contains("at least 90 % of it", "Exit status: 0 if it is reproduced, 1 if not.");
    }
}
