package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.llm.FakeProvider;
import io.jforge.runtime.llm.Provider;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.Exchange.State;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.report.Spending;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.report.TranscriptJson;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole runs whose candidates come from a model: a server of the test tree that speaks the providers' protocols.
@Timeout(240)
class LlmRunTest {
    private static final String KEY = "sk-planted-0123456789abcdefghijklmnop";
    private static final String NAIVE =
            new Catalogue().find("softmax").naive(Language.C).text();

    @TempDir
    private Path home;

    private FakeProvider server;
    private Forge forge;
    private final List<String> heard = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void open() {
        server = FakeProvider.start();
        forge = Forge.open(Map.of(
                "JFORGE_HOME", home.toString(),
                "PATH", System.getenv("PATH"),
                "OPENAI_API_KEY", KEY,
                "ANTHROPIC_API_KEY", KEY,
                "GEMINI_API_KEY", KEY));
    }

    @AfterEach
    void close() {
        forge.close();
        server.close();
    }

    /// Right, and another text each time.
    private static String right(int number) {
        return "Variant %d of it.\n\n```c\n%s/* variant %d */\n```\n".formatted(number, NAIVE, number);
    }

    private static final String WRONG = "Leaves the division out.\n```c\n" + NAIVE.replace("/ sum)", "/ 1)") + "\n```";
    private static final String BROKEN =
            "A typo.\n```c\n" + NAIVE.replace("double sum = 0;", "double sum = 0") + "\n```";

    private Optimization wanted(Provider provider) {
        return forge.optimize("softmax")
                .shape("32x64")
                .device("cpu")
                .baseline("naive")
                .seed(5)
                .llm(server.name(provider))
                .listener(new RunListener() {
                    @Override
                    public void hearing(Exchange exchange, String soFar) {
                        heard.add(soFar);
                    }

                    @Override
                    public void warning(String what) {
                        warnings.add(what);
                    }
                });
    }

    private static List<String> outcomes(Run run) {
        return run.trials().stream().map(trial -> trial.outcome().label()).toList();
    }

    @Test
    void whatAModelAnswersIsTriedRepairedAndKeptWithItsTranscript() {
        server.answer(right(1), BROKEN, right(2), WRONG, right(3));
        var run =
                wanted(Provider.OPENAI).parallel(1).iterations(5).price("1,10").run();
        assertThat(outcomes(run)).containsExactly("timed", "timed", "rejected", "timed", "wrong", "timed");
        assertThat(run.record().exchanges())
                .extracting(Exchange::kind)
                .containsExactly(
                        Exchange.Kind.PROPOSE,
                        Exchange.Kind.PROPOSE,
                        Exchange.Kind.REPAIR,
                        Exchange.Kind.PROPOSE,
                        Exchange.Kind.REPAIR);
        assertThat(run.record().exchanges().get(2).asked().prompt()).contains("expected");
        assertThat(run.record().exchanges().get(4).asked().prompt()).contains("should be");
        assertThat(run.trials().get(1).change()).isEqualTo("Variant 1 of it");
        assertThat(Tables.trials(run.record()).stringColumn("by").asList())
                .startsWith("")
                .allMatch(by -> by.isEmpty() || by.equals(server.name(Provider.OPENAI)));
        var kept = forge.store().find(run.id());
        assertThat(kept.exchanges()).isEqualTo(run.record().exchanges());
        var spent = Spending.of(kept).getFirst();
        assertThat(spent.answers()).isEqualTo(5);
        assertThat(spent.dollars()).hasValueSatisfying(sum -> assertThat(sum).isPositive());
        assertThat(RunJson.full(kept).get("llms"))
                .asString()
                .contains("usd=" + spent.dollars().get());
        assertThat(TranscriptJson.json(kept, kept.trials().get(2)).toString()).contains("A typo.");
    }

    @ParameterizedTest
    @CsvSource({"OPENAI", "ANTHROPIC", "GEMINI", "OLLAMA"})
    void aKeyIsInNothingThatIsKeptShownOrSaid(Provider provider) throws Exception {
        server.answer(right(1), right(2)).misbehave(FakeProvider.Fault.NONE, FakeProvider.Fault.ECHOES_KEY);
        var run = wanted(provider).parallel(1).iterations(3).run();
        if (provider != Provider.OLLAMA)
            assertThat(server.requests()).anyMatch(request -> request.toString().contains(KEY));
        var archive = home.resolve("run.jforge");
        forge.export(run, archive);
        forge.close();
        try (var zip = new ZipFile(archive.toFile())) {
            for (var entry : Collections.list(zip.entries()))
                assertThat(new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8))
                        .as(entry.getName())
                        .doesNotContain(KEY);
        }
        try (var files = Files.walk(home)) {
            for (var file : files.filter(Files::isRegularFile).toList())
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(KEY);
        }
        assertThat(RunJson.full(run.record()).toString() + run.record() + warnings + heard)
                .doesNotContain(KEY);
    }

    @Test
    void noQuestionIsPutWhoseWorstCaseTheBudgetDoesNotHave() {
        server.answer(right(1), right(2), right(3), right(4), right(5), right(6), right(7), right(8));
        var run = wanted(Provider.OPENAI)
                .parallel(2)
                .iterations(40)
                .maxTokens(1000)
                .price("1,10")
                .budget("0.04usd")
                .run();
        assertThat(run.record().ending().orElseThrow().stop()).isEqualTo("money");
        assertThat(run.record().ending().orElseThrow().warnings())
                .anyMatch(warning -> warning.startsWith("the budget of 0.04 usd does not have"));
        assertThat(Spending.of(run.record()).getFirst().dollars().orElseThrow())
                .isLessThan(new java.math.BigDecimal("0.04"));
        assertThat(run.record().exchanges()).isNotEmpty().hasSameSizeAs(server.requests());
    }

    @Test
    void aBudgetThatBuysNoQuestionIsToldBeforeAnythingIsDone() {
        var poor = wanted(Provider.OPENAI).maxTokens(1000).price("1,10").budget("0.005usd");
        assertThatThrownBy(poor::run)
                .isInstanceOf(SpecException.class)
                .hasMessageMatching(
                        "the budget of 0\\.0050 usd buys no question: one can cost 0\\.01\\d\\d usd, most of it for"
                                + " an answer of up to 1000 tokens; give a greater --budget or a smaller --max-tokens");
        assertThat(forge.runs()).isEmpty();
        var hybrid = wanted(Provider.OPENAI)
                .proposer("hybrid")
                .iterations(4)
                .maxTokens(1000)
                .price("1,10")
                .budget("0.005usd")
                .run();
        assertThat(warnings).first().asString().startsWith("the budget of 0.0050 usd buys no question");
        assertThat(hybrid.trials()).hasSizeGreaterThan(1);
        assertThat(hybrid.record().exchanges()).isEmpty();
        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "BAD_KEY, 1, model",
        "NO_QUOTA, 1, model",
        "UNKNOWN_MODEL, 1, model",
        "BAD_REQUEST, 3, model",
    })
    void whereTheModelCannotBeAskedTheRunEndsWithAllThatItHas(FakeProvider.Fault fault, int questions, String stop) {
        server.always(fault);
        var run = wanted(Provider.ANTHROPIC).parallel(1).iterations(9).run();
        assertThat(run.record().ending().orElseThrow().stop()).isEqualTo(stop);
        assertThat(run.trials()).hasSize(1);
        assertThat(run.record().exchanges()).hasSize(questions).allMatch(each -> each.state() == State.FAILED);
        assertThat(warnings).hasSize(1).first().asString().hasLineCount(1);
        assertThat(run.record().ending().orElseThrow().warnings())
                .containsExactly(
                        questions == 1
                                ? warnings.getFirst()
                                : "3 questions brought no answer; of the last: " + warnings.getFirst());
        server.always(FakeProvider.Fault.NONE)
                .answer(IntStream.rangeClosed(1, questions + 2)
                        .mapToObj(LlmRunTest::right)
                        .toArray(String[]::new));
        var resumed = forge.resume(run.id()).iterations(questions + 2).run();
        assertThat(resumed.trials())
                .hasSize(1 + questions + 2)
                .allMatch(trial -> trial.medianMicros().isPresent());
        assertThat(resumed.record().exchanges())
                .hasSize(questions + 2)
                .allMatch(each -> each.state() == State.ANSWERED);
    }

    @Test
    void aRunOfWhichNoQuestionWasAnsweredHasNotFinished() {
        server.always(FakeProvider.Fault.BAD_REQUEST);
        var run = wanted(Provider.OPENAI).parallel(1).iterations(2).run();
        assertThat(run.record().ending().orElseThrow().stop()).isEqualTo("model");
        server.always(FakeProvider.Fault.NONE).answer(right(1), right(2));
        assertThat(forge.resume(run.id()).run().trials()).hasSize(3);
    }

    @Test
    void anInterruptEndsARunAtOnceAlsoWhereNothingComesFromTheModelAndItGoesOnWhereItWas() throws Exception {
        server.answer(right(1)).misbehave(FakeProvider.Fault.NONE, FakeProvider.Fault.STALL_MID_STREAM);
        var background = wanted(Provider.GEMINI).parallel(1).iterations(2).start();
        while (server.requests().size() < 2) TimeUnit.MILLISECONDS.sleep(20);
        TimeUnit.MILLISECONDS.sleep(300);
        var at = Instant.now();
        background.stop();
        var run = background.await();
        assertThat(Duration.between(at, Instant.now())).isLessThan(Duration.ofSeconds(3));
        assertThat(run.record().state()).isEqualTo("interrupted");
        assertThat(run.record().exchanges()).extracting(Exchange::state).containsExactly(State.ANSWERED, State.ASKED);
        server.answer(right(2));
        var prompt = run.record().exchanges().getLast().asked();
        var resumed = forge.resume(run.id()).run();
        assertThat(resumed.record().exchanges()).hasSize(2).allMatch(each -> each.state() == State.ANSWERED);
        assertThat(resumed.record().exchanges().getLast().asked()).isEqualTo(prompt);
        assertThat(resumed.trials()).hasSize(3);
    }

    @Test
    void theBuiltInProposerBeginsAndTheModelBuildsOnWhatItFound() {
        server.answer(right(1), right(2), right(3));
        var run = wanted(Provider.OPENAI)
                .proposer("hybrid")
                .parallel(1)
                .iterations(4)
                .run();
        var by = run.trials().stream()
                .map(trial -> Spending.by(run.record(), trial))
                .distinct()
                .toList();
        assertThat(by).containsExactly("", "built-in", server.name(Provider.OPENAI));
        assertThat(run.record().exchanges()).extracting(Exchange::iteration).containsExactly(3, 4);
        assertThat(run.record().exchanges().getFirst().asked().prompt())
                .contains(fastest(run, 2).candidate().source().text().strip());
    }

    private static Trial fastest(Run run, int lastIteration) {
        return run.trials().stream()
                .filter(trial -> trial.iteration() <= lastIteration
                        && trial.medianMicros().isPresent())
                .min(java.util.Comparator.comparingDouble(
                        trial -> trial.medianMicros().orElseThrow()))
                .orElseThrow();
    }

    @Test
    void aRelaysAnswersAreWhateverIsPutBesideTheQuestions() throws IOException, InterruptedException {
        var folder = home.resolve("relay");
        var background = forge.optimize("softmax")
                .shape("32x64")
                .device("cpu")
                .baseline("naive")
                .llm("relay:" + folder)
                .parallel(2)
                .iterations(2)
                .start();
        for (int i = 1; i <= 2; i++) {
            while (!Files.exists(folder.resolve("000" + i + "-prompt.md"))) TimeUnit.MILLISECONDS.sleep(20);
            Files.writeString(folder.resolve("000" + i + "-answer.md"), right(i));
        }
        var run = background.await();
        assertThat(outcomes(run)).containsExactly("timed", "timed", "timed");
        assertThat(Spending.of(run.record()).getFirst().cost()).isEqualTo("unknown");
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsDone() {
        assertThatThrownBy(() -> forge.optimize("softmax").proposer("hybrid").run())
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith("--proposer hybrid asks a model: name it with --llm");
        assertThatThrownBy(() -> forge.optimize("softmax").proposer("hybird").run())
                .hasMessage("no proposer 'hybird': there are built-in, llm, hybrid. Did you mean hybrid?");
        assertThatThrownBy(() -> wanted(Provider.OPENAI).budget("2usd").run())
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("--budget cannot be kept");
        assertThatThrownBy(() -> wanted(Provider.OPENAI).llmOn("cuda:7").run()).isInstanceOf(NoSuchDevice.class);
        assertThat(forge.runs()).isEmpty();
        assertThat(server.requests()).isEmpty();
    }
}
