package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.SampleRuns;
import io.jforge.jupyter.display.SampleSuites;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class VerbsTest {
    @TempDir
    private Path home;

    private Forge forge;
    private final List<String> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private String failure = "";
    private Written written = new Written(Optional.empty(), () -> "no header");

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "CC", "/no/such/compiler", "PATH", ""));
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private int run(String line) {
        Display display = bundle -> {
            shown.add(bundle.plain());
            return update -> shown.add(update.plain());
        };
        var root = new ForgeCommand(() -> forge, new Screen(display, display, json::add), written);
        return Verbs.run(root, List.of(line.isEmpty() ? new String[0] : line.split(" ")), thrown -> {
            var known =
                    Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's: " + line, thrown));
            failure = known.message();
            return known.status();
        });
    }

    private JsonNode asked(String line) {
        assertThat(run(line)).isZero();
        assertThat(shown).isEmpty();
        assertThat(json).hasSize(1);
        return Json.MAPPER.readTree(json.getFirst());
    }

    private void storeARun() {
        var run = SampleRuns.finished();
        forge.store().begin(run.header());
        run.trials().forEach(trial -> forge.store().add(run.header().id(), trial));
        forge.store().end(run.header().id(), run.ending().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            optimise softmax              | unknown verb 'optimise'. Did you mean optimize? `%forge help` tells what there is.
            frobnicate                    | unknown verb 'frobnicate'. `%forge help` tells what there is.
            optimize softmax --iter 5     | unknown option '--iter'. Did you mean --iters? `%forge help optimize` tells what there is.
            optimize softmax --sead=5     | unknown option '--sead'. Did you mean --seed? `%forge help optimize` tells what there is.
            optimize softmax extra        | unknown argument 'extra'. `%forge help optimize` tells what there is.
            --jsom                        | unknown option '--jsom'. `%forge help` tells what there is.
            help optimise                 | unknown verb 'optimise'. Did you mean optimize?
            optimize sotfmax              | no op named 'sotfmax'. Did you mean softmax? `%forge ops` lists them.
            ops sotfmax                   | no op named 'sotfmax'. Did you mean softmax? `%forge ops` lists them.
            optimize softmax --iters 0    | --iters needs at least 1, not 0
            optimize softmax --patience 0 | --patience needs at least 1, not 0
            optimize softmax --time 0s    | --time needs more than nothing, e.g. 60s
            optimize softmax --time soon  | a time is a number with ms, s, m or h, e.g. 60s, not 'soon'
            optimize softmax --time -5s   | a time is a number with ms, s, m or h, e.g. 60s, not '-5s'
            optimize softmax --goal fast  | a goal is a speedup such as 3x or a share such as 0.9roofline, not 'fast'
            optimize softmax --search mtcs| no search 'mtcs': there are mcts, random. Did you mean mcts?
            optimize softmax --cache hot  | no cache 'hot': there are cold, warm.
            optimize softmax --isolation w| no isolation 'w': there are worker, in-process.
            optimize softmax --name a/b   | a run's name is up to 64 letters, digits, '.', '_' or '-', not 'a/b'
            show 5 6 7                    | unknown argument '7'. `%forge help show` tells what there is.
            show zzz                      | no run 'zzz'. `%forge runs` lists them.
            show                          | no run yet: `%forge optimize softmax` makes one
            show a/1                      | no run 'a'. `%forge runs` lists them.
            optimize softmax --from x.c   | cannot read 'x.c': a source is a file, or a trial such as 12, best, RUN/12, RUN/best
            optimize softmax --from best  | no run yet: `%forge optimize softmax` makes one
            candidate softmax             | where is the source? Name a file, or `-` for standard input; in a notebook write it under `%%forge candidate softmax`
            candidate softmax x.c         | cannot read 'x.c': a source is a file, or a trial such as 12, best, RUN/12, RUN/best
            candidate sotfmax x.c         | no op named 'sotfmax'. Did you mean softmax? `%forge ops` lists them.
            candidate softmax --form x    | unknown option '--form'. `%forge help candidate` tells what there is.
            bench softmax --source x.c    | cannot read 'x.c': a source is a file, or a trial such as 12, best, RUN/12, RUN/best
            bench softmax --source a/1    | no run 'a'. `%forge runs` lists them.
            resume                        | no run yet: `%forge optimize softmax` makes one
            resume a                      | no run 'a'. `%forge runs` lists them.
            resume --itres 5              | unknown option '--itres'. Did you mean --iters? `%forge help resume` tells what there is.
            watch                         | no run goes on now: `runs` lists those that did
            watch a                       | no run 'a'. `%forge runs` lists them.
            stop                          | no run goes on now: `runs` lists those that did
            stop a                        | no run 'a'. `%forge runs` lists them.
            bench softmax x.c             | unknown argument 'x.c'. `%forge help bench` tells what there is.
            """)
    void aMistakeIsToldInALineWithWhatToDo(String line, String message) {
        assertThat(run(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(message);
        assertThat(shown).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optimize",
                "optimize softmax --iters",
                "optimize softmax --iters many",
                "optimize softmax --iters 99999999999",
                "optimize softmax --iters 1.5",
                "optimize softmax --patience x",
                "optimize softmax --seed x",
                "optimize softmax --seed",
                "optimize softmax --goal",
                "optimize softmax --seed 1 --seed 2",
                "optimize softmax --shape 0x5",
                "optimize softmax --shape 4096",
                "optimize softmax --shape rows=-1,cols=5",
                "optimize softmax --shape axb",
                "optimize softmax --dtype f31",
                "optimize softmax --dtype f16",
                "optimize softmax --shape 900000000x900000000",
                "optimize softmax --shape 99999999999999999999x2"
            })
    void everyOtherMistakeIsALineToo(String line) {
        assertThat(run(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure).isNotBlank().doesNotContain("\n", "Exception", "null", "java.");
    }

    @Test
    void aSourceIsReadFromStandardInputOrTheCell() {
        assertThat(run("candidate softmax -")).isEqualTo(Verbs.USAGE);
        assertThat(failure).startsWith("your source has no forge header").contains("/* forge 1 c softmax\n");
        written = new Written(Optional.of("/* forge 1 c softmax\n * lunch softmax\n */\n"), () -> "");
        assertThat(run("candidate softmax")).isEqualTo(Verbs.USAGE);
        // line 1 is the magic's own
        assertThat(failure).startsWith("your source: line 3, column 4: 'lunch' is not a statement.");
        assertThat(run("candidate softmax x.c")).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("the source is the file or the lines below, not both");
    }

    @Test
    void aVerbThatReadsNoCellSaysSo() {
        written = new Written(Optional.of("int x;"), () -> "");
        assertThat(run("ops")).isEqualTo(Verbs.USAGE);
        assertThat(failure).startsWith("only `%%forge candidate` reads the lines below it");
    }

    @Test
    void aDeviceThatIsNotThereAndAMissingCompilerAreStatusThree() {
        assertThat(run("optimize softmax --device cuda")).isEqualTo(Verbs.MISSING);
        assertThat(failure).isEqualTo("no device 'cuda' here; there is: cpu");
        assertThat(run("optimize softmax --shape 64x32")).isEqualTo(Verbs.MISSING);
        assertThat(failure).contains("/no/such/compiler").doesNotContain("\n");
    }

    @Test
    void aStoreThatCannotBeWrittenIsToldBeforeAnyWork() throws Exception {
        forge = Forge.open(Map.of(
                "JFORGE_HOME", Files.writeString(home.resolve("file"), "").toString(), "PATH", ""));
        assertThat(run("optimize softmax --shape 64x32")).isEqualTo(Verbs.FAILED);
        assertThat(failure)
                .startsWith("cannot create the store")
                .endsWith("set JFORGE_HOME to a folder that you can write");
    }

    @Test
    void withoutAVerbThereIsAnOverview() {
        assertThat(run("")).isZero();
        assertThat(shown.getFirst())
                .contains("optimize", "candidate", "bench", "ops", "devices", "runs", "show", "help");
    }

    @Test
    void helpTellsAVerbsOptions() {
        assertThat(run("help optimize")).isZero();
        assertThat(shown.getFirst())
                .contains("--shape", "--dtype", "--device", "--iters", "--time", "--goal", "--patience", "--search")
                .contains("--seed", "--name", "--json", "--debug");
    }

    @Test
    void opsListsTheCatalogueAndOneOpItsPresets() {
        assertThat(run("ops")).isZero();
        assertThat(shown.getFirst()).contains("softmax", "matmul", "f32");
        assertThat(run("ops softmax")).isZero();
        assertThat(shown.getLast()).contains("attention", "rows=4096,cols=1024");
    }

    @Test
    void jsonIsOneObjectAndNothingIsShown() {
        assertThat(asked("ops --json").path("ops").get(0).path("op").asString()).isEqualTo("softmax");
    }

    @Test
    void devicesAsJson() {
        var device = asked("devices --json").path("devices").get(0);
        assertThat(device.path("device").asString()).isEqualTo("cpu");
        assertThat(device.path("cores").asInt()).isPositive();
    }

    @Test
    void runsAsJson() {
        storeARun();
        var run = asked("runs --json").path("runs").get(0);
        assertThat(run.path("name").asString()).isEqualTo("first");
        assertThat(run.path("state").asString()).isEqualTo("finished");
    }

    @Test
    void anEmptyStoreHasNoRuns() {
        assertThat(asked("runs --json").path("runs").isEmpty()).isTrue();
        assertThat(run("runs")).isZero();
        assertThat(shown.getFirst()).contains("no runs yet");
    }

    @Test
    void runsIsATableOfThem() {
        storeARun();
        assertThat(run("runs")).isZero();
        assertThat(shown.getFirst()).contains("softmax-12ab", "first", "8.000x", "finished");
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "show first", "show softmax-12ab"})
    void showTellsARunByIdByNameOrTheLast(String line) {
        storeARun();
        assertThat(run(line)).isZero();
        assertThat(shown.getFirst()).contains("8.000x faster than naive");
        assertThat(shown).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show best",
                "show 2",
                "show first best",
                "show softmax-12ab 2",
                "show first/2",
                "show softmax-12ab/best"
            })
    void showTellsOneTrial(String line) {
        storeARun();
        assertThat(run(line)).isZero();
        assertThat(shown).hasSize(1);
        assertThat(shown.getFirst()).startsWith("Trial 2: both cores");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            show first 99   | run softmax-12ab has no trial 99: they go from 0 to 3
            show first/99   | run softmax-12ab has no trial 99: they go from 0 to 3
            show first/     | a trial is a number or `best`, not ''
            optimize softmax --from first/3 | trial 3 of softmax-12ab was wrong: a search starts from one that was right
            optimize matmul --from first/2  | softmax-12ab/2, both cores computes softmax, not matmul
            show first beast| a trial is a number or `best`, not 'beast'
            show firts      | no run 'firts'. Did you mean first? `%forge runs` lists them.
            """)
    void aRunOrTrialThatIsNotThereIsTold(String line, String message) {
        storeARun();
        assertThat(run(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"last", "best", "7", "-x"})
    void aNameThatWouldBeReadAsSomethingElseIsRefused(String name) {
        assertThat(run("optimize softmax --name=" + name)).isEqualTo(Verbs.USAGE);
        assertThat(failure).contains("name").contains("'" + name + "'");
    }

    @Test
    void showAsJson() {
        storeARun();
        assertThat(asked("show first --json").path("best").path("speedup").asDouble())
                .isEqualTo(8);
    }

    @Test
    void aBundleForANotebookHasATable() {
        var bundles = new ArrayList<MimeBundle>();
        var root = new ForgeCommand(
                () -> forge,
                Screen.notebook(bundle -> {
                    bundles.add(bundle);
                    return _ -> {};
                }),
                written);
        assertThat(Verbs.run(root, List.of("ops"), _ -> 1)).isZero();
        assertThat((String) bundles.getFirst().data().get(MimeBundle.HTML)).contains("<table", "softmax");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            suite --only softmux             | no preset is named 'softmux': there are
            suite --with new.json            | --with needs an older result to compare: --compare OLD --with NEW
            suite --compare a --with b --stored | --compare OLD --with NEW measures nothing: leave --out, --stored and
            suite --compare /no/such.json    | cannot read /no/such.json: name a file that `%forge suite --out` wrote
            suite --out /no/such/x.json      | '/no/such/x.json' cannot be written: there is no folder /no/such
            suite --cache hot                | no cache 'hot': there are cold, warm.
            suite --time soon                | a time is a number with ms, s, m or h, e.g. 60s, not 'soon'
            suite --baseline egaer           | no baseline 'egaer'
            """)
    void aSuiteSaysWhatIsWrongBeforeItMeasures(String line, String message) {
        assertThat(run(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure).startsWith(message);
        assertThat(shown).isEmpty();
    }

    @Test
    void twoSuitesAreComparedWithoutMeasuringAndASlowerOneFails() {
        var old = SampleSuites.file(home, 741, 100);
        assertThat(run("suite --compare %s --with %s".formatted(old, SampleSuites.file(home, 500, 100))))
                .isZero();
        assertThat(shown.getFirst()).startsWith("1 faster, 1 same within noise, 1 not comparable");
        assertThat(run("suite --json --compare %s --with %s".formatted(old, SampleSuites.file(home, 741, 130))))
                .isEqualTo(Verbs.FAILED);
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("worse").asBoolean()).isTrue();
        assertThat(told.path("drift").path("ratio").asDouble()).isEqualTo(1);
        assertThat(told.path("rows").get(1).path("verdict").asString()).isEqualTo("slower");
        assertThat(told.path("rows").get(1).path("old_us").asDouble()).isEqualTo(100);
        assertThat(told.path("rows").get(1).path("speedup_ci95")).hasSize(2);
    }

    @Test
    void theHelpOfASuiteTellsItsBudgetAndStatuses() {
        assertThat(run("help suite")).isZero();
        assertThat(shown.getFirst())
                .contains("proposals of each search (30)")
                .contains("(60s)")
                .contains("1 if something got slower beyond noise");
    }
}
