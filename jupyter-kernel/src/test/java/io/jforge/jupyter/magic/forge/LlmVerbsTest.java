package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.SampleRuns;
import io.jforge.jupyter.display.TranscriptView;
import io.jforge.jupyter.display.WellFormed;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.llm.Usage;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.Exchange.Kind;
import io.jforge.runtime.propose.Exchange.State;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

/// What a run asked a model: `cost`, `show --prompt`, and the options of `optimize`.
class LlmVerbsTest {
    @TempDir
    private Path home;

    private Forge forge;
    private final List<String> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
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
        Display display = bundle -> {
            shown.add(bundle.plain());
            return update -> shown.add(update.plain());
        };
        var root = new ForgeCommand(
                () -> forge, new Screen(display, display, json::add), new Written(Optional.empty(), () -> ""));
        return Verbs.run(root, List.of(words), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
            failure = known.message();
            return known.status();
        });
    }

    private static Exchange exchange(int number, Kind kind, State state, String answer, String fault, String dollars) {
        var asked = new Exchange.Asked(
                "openai:m", "1", "wide <loads>", "You write C.", "Make it fast & right.", Instant.EPOCH);
        var reply = new Reply(
                answer,
                Reply.End.COMPLETE,
                state == State.ANSWERED ? Usage.of(1000, 200, 50) : Usage.UNKNOWN,
                "m-1",
                Duration.ofMillis(2500),
                1);
        return new Exchange(
                number,
                1,
                0,
                kind,
                state,
                asked,
                reply,
                Optional.of(dollars).filter(text -> !text.isEmpty()).map(BigDecimal::new),
                fault);
    }

    private void keep(Exchange... exchanges) {
        var run = SampleRuns.finished();
        forge.store().begin(run.header());
        run.trials().forEach(trial -> forge.store().add(run.header().id(), trial));
        for (var exchange : exchanges) forge.store().put(run.header().id(), exchange);
        forge.store().end(run.header().id(), run.ending().orElseThrow());
    }

    private void keepTwoAnswers() {
        keep(
                exchange(1, Kind.PROPOSE, State.ANSWERED, "I will <not>.", "it holds words and no source", "0.0150"),
                exchange(2, Kind.AGAIN, State.ANSWERED, "```c\nint x;\n```", "", "0.02"));
    }

    @Test
    void aTrialShowsWhatTheModelWasAskedAndWhatItAnswered() {
        keepTwoAnswers();
        int trial = forge.last().trials().stream()
                .filter(each -> each.iteration() == 1)
                .findFirst()
                .orElseThrow()
                .number();
        assertThat(run("show", String.valueOf(trial), "--prompt")).isZero();
        assertThat(shown.getFirst())
                .contains("Question 1, to propose, to openai:m", "direction: wide <loads>", "it holds words")
                .containsSubsequence("You write C.", "Make it fast & right.", "I will <not>.", "Question 2", "int x;");
        assertThat(run("show", String.valueOf(trial), "--prompt", "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst()).path("exchanges");
        assertThat(told).hasSize(2);
        assertThat(told.get(0).path("tokens_in").asInt()).isEqualTo(1000);
        assertThat(told.get(0).path("usd").decimalValue()).isEqualByComparingTo("0.015");
        var record = forge.last().record();
        WellFormed.parse(new TranscriptView(record, record.trial(trial).orElseThrow())
                .bundle()
                .data()
                .get(MimeBundle.HTML)
                .toString());
    }

    @Test
    void aTrialForWhichNoModelWasAskedSaysWhoseItIs() {
        keepTwoAnswers();
        assertThat(run("show", "0", "--prompt")).isEqualTo(2);
        assertThat(failure).isEqualTo("no model was asked for trial 0 of run softmax-12ab: it is the naive source");
        assertThat(run("show", "--prompt")).isEqualTo(2);
        assertThat(failure).isEqualTo("say which trial: a number or `best`, as in `show best --prompt`");
    }

    @Test
    void aRunTellsWhoProposedAndWhatThatCost() {
        keepTwoAnswers();
        assertThat(run("show")).isZero();
        assertThat(String.join("\n", shown))
                .contains("openai:m answered 2 of 2 questions: 2,000 tokens in (400 of them cached), 100 out;"
                        + " cost: 0.0350 usd.");
        shown.clear();
        assertThat(run("report")).isZero();
        assertThat(shown.getLast()).contains(" by ", "openai:m", "given");
    }

    @Test
    void costsAreListedByRunAndSummed() {
        keepTwoAnswers();
        assertThat(run("cost")).isZero();
        assertThat(shown.getFirst()).contains("softmax-12ab", "openai:m", "2,000", "0.0350 usd");
        assertThat(run("cost", "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("usd_known").decimalValue()).isEqualByComparingTo("0.035");
        assertThat(told.path("runs_of_unknown_cost").asInt()).isZero();
    }

    @Test
    void anUnknownPriceIsUnknownAndNotNothing() {
        keep(
                exchange(1, Kind.PROPOSE, State.ANSWERED, "a", "", "0.5"),
                exchange(2, Kind.REPAIR, State.ANSWERED, "b", "", ""));
        assertThat(run("cost")).isZero();
        assertThat(shown.getFirst()).contains("unknown").doesNotContain("0.5");
        assertThat(run("cost", "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("runs_of_unknown_cost").asInt()).isOne();
        assertThat(told.path("runs").get(0).path("usd").isNull()).isTrue();
    }

    @Test
    void whereNoModelWasAskedThereIsNothingToPay() {
        assertThat(run("cost")).isZero();
        assertThat(shown.getLast()).startsWith("no run asked a model yet");
        keep();
        assertThat(run("cost", "softmax-12ab")).isZero();
        assertThat(shown.getLast()).isEqualTo("run softmax-12ab asked no model, so it cost nothing");
    }

    @Test
    void aModelThatCannotBeAskedIsRefusedBeforeAnythingIsDone() {
        assertThat(run("optimize", "softmax", "--llm", "anthropc:x")).isEqualTo(2);
        assertThat(failure).startsWith("no provider 'anthropc'").contains("Did you mean anthropic?");
        assertThat(run("optimize", "softmax", "--llm", "anthropic:claude-x")).isEqualTo(2);
        assertThat(failure).contains("ANTHROPIC_API_KEY");
        assertThat(run("optimize", "softmax", "--llm", "openai:m@http://localhost:1/v1", "--budget", "1"))
                .isEqualTo(2);
        assertThat(failure).contains("--price IN,OUT");
        assertThat(run("optimize", "softmax", "--proposer", "hybrid")).isEqualTo(2);
        assertThat(failure).startsWith("--proposer hybrid asks a model");
        assertThat(forge.runs()).isEmpty();
    }

    /// A server that says the key in its refusal; what a cell shows is what a notebook keeps.
    @Test
    void aKeyIsInNothingThatACellShows() throws IOException {
        var key = "sk-planted-0123456789abcdefghijklmnop";
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var sent = exchange.getRequestHeaders().getFirst("Authorization");
            var body =
                    "{\"error\":{\"message\":\"bad key: %s\"}}".formatted(sent).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        forge.close();
        forge = Forge.open(
                Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH"), "OPENAI_API_KEY", key));
        var llm =
                "openai:m@http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort());
        try {
            assertThat(run("llms", llm, "--json")).isNotNegative();
            assertThat(run(
                            "optimize",
                            "softmax",
                            "--shape",
                            "16x32",
                            "--device",
                            "cpu",
                            "--baseline",
                            "naive",
                            "--llm",
                            llm))
                    .isEqualTo(1);
            assertThat(run("show")).isZero();
            assertThat(run("cost")).isZero();
        } finally {
            server.stop(0);
        }
        assertThat(String.join("\n", shown))
                .contains("does not take the key from OPENAI_API_KEY")
                .doesNotContain(key);
        assertThat(String.join("\n", json) + failure).doesNotContain(key);
    }

    @Test
    void defaultsMayNameAModelABudgetAndWhoProposes() {
        assertThat(run("set", "llm=relay:answers")).isZero();
        assertThat(run("set", "budget=2usd")).isZero();
        assertThat(run("set", "proposer=hybrid")).isZero();
        assertThat(run("set", "budget=lots")).isEqualTo(2);
        assertThat(failure).contains("2.00usd");
        assertThat(run("set", "proposer=nobody")).isEqualTo(2);
        assertThat(failure).contains("built-in, llm, hybrid");
    }

    @ParameterizedTest
    @CsvSource({
        "--budget, 2usd",
        "--price, '3,15'",
        "--max-tokens, 1000",
        "--llm-timeout, 5m",
        "--llm-on, cpu",
        "--parallel, 2"
    })
    void whatIsOfAModelNeedsOne(String option, String value) {
        assertThat(run("optimize", "softmax", option, value)).isEqualTo(2);
        assertThat(failure)
                .isEqualTo("%s is of a model, and none is asked: name one with --llm, or leave %s out"
                        .formatted(option, option));
        assertThat(run("set", option.substring(2) + "=" + value)).isZero();
        assertThat(run("optimize", "softmax", "--shape", "x")).isEqualTo(2);
        assertThat(failure).contains("'x'").doesNotContain(option);
        assertThat(run(
                        "optimize",
                        "softmax",
                        "--llm",
                        "relay:" + home.resolve("file/x"),
                        "--proposer",
                        "built-in",
                        "--shape",
                        "x"))
                .isEqualTo(2);
        assertThat(failure).contains("'x'").doesNotContain(option);
        assertThat(forge.runs()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "optimize softmax --iters x        | from 1 to 2147483647",
                "optimize softmax --patience 1.5   | from 1 to 2147483647",
                "optimize softmax --parallel many  | from 1 to 64",
                "optimize softmax --max-tokens 16k | from 256 to 1000000",
                "optimize softmax --seed one       | of up to 18 digits",
                "suite --iters 99999999999         | from 1 to 2147483647",
                "suite --seed one                  | of up to 18 digits",
                "resume --iters ten                | from 1 to 2147483647",
            })
    void whatIsNoWholeNumberIsToldWhichThereAre(String line, String allowed) {
        var words = line.split(" ");
        assertThat(run(words)).isEqualTo(2);
        assertThat(failure)
                .startsWith("invalid value for option '%s': '%s' is not a whole number %s."
                        .formatted(words[words.length - 2], words[words.length - 1], allowed));
    }

    @Test
    void aBudgetThatBuysNoQuestionIsAMistakeOfUse() {
        var line = "optimize softmax --shape 16x32 --device cpu --llm openai:m@http://127.0.0.1:1/v1 --price 3,15";
        assertThat(run((line + " --budget 0.01").split(" "))).isEqualTo(2);
        assertThat(failure).startsWith("the budget of 0.01 usd buys no question: one can cost 0.2");
        assertThat(forge.runs()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"llm, 1", "hybrid, 0"})
    void aRunThatCouldAskNothingHasFailedUnlessTheBuiltInProposerDidItsPart(String proposer, int status) {
        var like = SampleRuns.ended("money", Optional.empty());
        var llm = new RunHeader.Llm("openai:m", proposer, 4, 16_000, "2usd", "", "", "");
        var header = like.header()
                .goneOnWith(
                        new RunHeader.Resumed(Instant.EPOCH, 0, 0),
                        new RunHeader.Settings(30, "mcts", "", "", 0, null, null, null, null, null, Optional.of(llm)));
        assertThat(Answers.run(new Run(new RunRecord(header, like.trials(), like.ending())))
                        .status())
                .isEqualTo(status);
    }
}
