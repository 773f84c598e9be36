package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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

class SetVerbTest {
    @TempDir
    private Path home;

    private Forge forge;
    private Path file;
    private final List<String> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private final Map<String, String> session = new HashMap<>();
    private String failure = "";

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "CC", "/no/such/compiler", "PATH", ""));
        file = home.resolve("config.properties");
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private int terminal(String line) {
        return run(line, Optional.empty());
    }

    private int notebook(String line) {
        return run(line, Optional.of(session));
    }

    private int run(String line, Optional<Map<String, String>> session) {
        Display display = bundle -> {
            shown.add(bundle.plain());
            return update -> shown.add(update.plain());
        };
        var root = new ForgeCommand(
                () -> forge, new Screen(display, display, json::add), new Written(Optional.empty(), () -> ""), session);
        return Verbs.run(root, List.of(line.split(" ")), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
            failure = known.message();
            return known.status();
        });
    }

    private JsonNode setting(String key, Optional<Map<String, String>> session) {
        json.clear();
        assertThat(run("set --json", session)).isZero();
        for (var each : Json.MAPPER.readTree(json.getFirst()).path("settings"))
            if (each.path("key").asString().equals(key)) return each;
        throw new AssertionError("no " + key);
    }

    private String inTerminal(String key) {
        var setting = setting(key, Optional.empty());
        return setting.path("value").asString() + " from "
                + setting.path("from").asString();
    }

    private String inNotebook(String key) {
        var setting = setting(key, Optional.of(session));
        return setting.path("value").asString() + " from "
                + setting.path("from").asString();
    }

    @Test
    void theKeysAreTheOptionsOfOptimizeThatAreNotOfOneRun() {
        assertThat(Keys.names())
                .contains("device", "dtype", "iters", "time", "goal", "patience", "search", "baseline", "python")
                .contains("cache", "isolation")
                .doesNotContain("shape", "from", "seed", "name", "json", "debug", "help");
        assertThat(inTerminal("iters")).isEqualTo("30 from built-in");
        assertThat(inTerminal("goal")).isEqualTo(" from built-in");
    }

    @Test
    void inATerminalItIsWrittenAndHoldsForTheNextCommand() {
        assertThat(terminal("set iters=0 search=random")).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("--iters needs at least 1, not 0");
        assertThat(file).as("all or nothing").doesNotExist();
        assertThat(terminal("set search=random iters=7")).isZero();
        assertThat(file).hasContent("iters=7\nsearch=random\n");
        assertThat(shown.getFirst()).contains("iters", "7", "config file").doesNotContain("device");
        assertThat(inTerminal("iters")).isEqualTo("7 from config file");
        assertThat(terminal("set iters=")).isZero();
        assertThat(file).hasContent("search=random\n");
        assertThat(inTerminal("iters")).isEqualTo("30 from built-in");
    }

    @Test
    void inANotebookItHoldsForTheSessionUntilItIsSaved() {
        assertThat(notebook("set iters=7")).isZero();
        assertThat(file).doesNotExist();
        assertThat(inNotebook("iters")).isEqualTo("7 from this session");
        assertThat(notebook("set search=random --save")).isZero();
        assertThat(file).hasContent("search=random\n");
        assertThat(notebook("set --save")).isZero();
        assertThat(file).hasContent("iters=7\nsearch=random\n");
        terminal("set iters=9");
        assertThat(inNotebook("iters")).isEqualTo("7 from this session");
        assertThat(notebook("set iters=")).isZero();
        assertThat(inNotebook("iters")).isEqualTo("9 from config file");
    }

    /// What a verb gets is seen from what it refuses: a device that is not there comes last.
    @Test
    void theLineGoesBeforeTheSessionAndTheSessionBeforeTheFile() throws Exception {
        Files.writeString(file, "time=1s\ncache=warm\n");
        session.put("goal", "3x");
        assertThat(notebook("optimize softmax --shape 64x32")).isEqualTo(Verbs.MISSING);
        assertThat(failure).contains("/no/such/compiler");
        Files.writeString(file, "patience=1\ntime=soon\n");
        assertThat(notebook("optimize softmax --shape 64x32")).isEqualTo(Verbs.USAGE);
        assertThat(failure)
                .isEqualTo(file + ", line 2: a time is a number with ms, s, m or h, e.g. 60s, not 'soon'"
                        + " (mend that line or delete it)");
        session.put("time", "5s");
        assertThat(notebook("optimize softmax --shape 64x32")).isEqualTo(Verbs.MISSING);
        session.clear();
        assertThat(notebook("optimize softmax --shape 64x32 --time 5s")).isEqualTo(Verbs.MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"optimize softmax", "candidate softmax x.c", "bench softmax"})
    void everyVerbThatHasTheOptionHasTheDefault(String line) throws Exception {
        Files.writeString(file, "device=cuda:9\n");
        assertThat(terminal(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure)
                .isEqualTo(file + ", line 1: no device 'cuda:9' here; there is: cpu (mend that line or delete it)");
        failure = "";
        terminal(line + " --device cpu");
        assertThat(failure).doesNotContain("cuda:9");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            set iter=5        | no setting 'iter': there are baseline, budget, cache, device, dtype, goal, isolation, iters, llm, llm-on, llm-timeout, max-tokens, parallel, patience, price, proposer, python, search, time. Did you mean iters?
            set shape=4x4     | no setting 'shape': there are baseline, budget, cache, device, dtype, goal, isolation, iters, llm, llm-on, llm-timeout, max-tokens, parallel, patience, price, proposer, python, search, time.
            set iters         | 'iters' is not key=value: `set iters=50` sets one, `set iters=` takes it back
            set iters = 5     | 'iters' is not key=value: `set iters=50` sets one, `set iters=` takes it back
            set iters=many    | invalid value for option '--iters': 'many' is not a whole number from 1 to 2147483647. `%forge help optimize` tells what there is.
            set search=mtcs   | no search 'mtcs': there are mcts, random. Did you mean mcts?
            set cache=hot     | no cache 'hot': there are cold, warm.
            set isolation=w   | no isolation 'w': there are worker, in-process.
            set time=soon     | a time is a number with ms, s, m or h, e.g. 60s, not 'soon'
            set goal=fast     | a goal is a speedup such as 3x or a share such as 0.9roofline, not 'fast'
            set patience=0    | --patience needs at least 1, not 0
            set python=nope   | no Python 'nope': --python and JFORGE_PYTHON take a program's path or name
            """)
    void aMistakeIsTheOptionsOwn(String line, String message) {
        assertThat(terminal(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(message);
        assertThat(notebook(line)).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(message);
        assertThat(file).doesNotExist();
        assertThat(session).isEmpty();
    }

    @Test
    void aDtypeOrABaselineThatNothingHasIsRefused() {
        assertThat(terminal("set dtype=f31")).isEqualTo(Verbs.USAGE);
        assertThat(failure).contains("f31");
        assertThat(terminal("set baseline=eagre")).isEqualTo(Verbs.USAGE);
        assertThat(failure).contains("Did you mean eager?");
        assertThat(terminal("set device=cuda")).isEqualTo(Verbs.MISSING);
        assertThat(failure).isEqualTo("no device 'cuda' here; there is: cpu");
        assertThat(terminal("set dtype=f32 baseline=naive,eager device=cpu")).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            iters 5            | line 2: 'iters 5' is not key=value
            itres=5            | line 2: no setting 'itres': there are
            time=\\u00         | line 2: 'time=\\u00' does not read: a \\ begins an escape
            """)
    void aBrokenFileIsToldWhereItIsUsedAndStopsNothingElse(String second, String message) throws Exception {
        Files.writeString(file, "# mine\n" + second + "\n");
        assertThat(terminal("optimize softmax")).isEqualTo(Verbs.USAGE);
        assertThat(failure).startsWith(file + ", " + message).endsWith("(mend that line or delete it)");
        for (var verb : List.of("help", "help optimize", "optimize --help", "ops", "runs", "set"))
            assertThat(terminal(verb)).as(verb).isZero();
        assertThat(shown.getLast()).startsWith("it cannot be used: " + file + ", " + message);
    }

    @Test
    void aFileThatIsNoTextIsToldToo() throws Exception {
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(terminal("optimize softmax")).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(file + " is not text in UTF-8: mend it, or delete it");
        assertThat(terminal("set")).isZero();
    }

    @Test
    void commentsAndPlacesStayWhenAValueIsWritten() throws Exception {
        Files.writeString(file, "# mine, für mich\n\ntime = 5s\n! and\ncache=warm\n", StandardCharsets.UTF_8);
        assertThat(terminal("set cache=cold iters=5 search=random")).isZero();
        assertThat(file).hasContent("# mine, für mich\n\niters=5\nsearch=random\ntime = 5s\n! and\ncache=cold\n");
        assertThat(terminal("set time=")).isZero();
        assertThat(file).content().doesNotContain("time");
    }

    @Test
    void aChangedFileIsSeenAtOnce() throws Exception {
        Files.writeString(file, "iters=5\n");
        assertThat(inNotebook("iters")).startsWith("5 ");
        Files.writeString(file, "iters=6\niters=7\n");
        assertThat(inNotebook("iters")).as("the last line holds").startsWith("7 ");
    }

    @Test
    void keysAreCompleted() {
        var magic = new ForgeMagic(() -> forge);
        assertThat(magic.complete("set i", 5)).containsExactly("isolation=", "iters=");
    }
}
