package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Exchange.State;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.store.Archive;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Recorded runs: a model answered their questions through the relay, right and wrong as it came. See `transcripts/`.
class TranscriptsTest {
    private static final Path FOLDER = Path.of("src/test/resources/transcripts");
    private static final int LEAST_PROPOSALS = 10;

    static List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".jforge"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereIsOneOfEachOpInEachLanguage() throws IOException {
        assertThat(archives())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("matmul-c.jforge", "matmul-cuda.jforge", "softmax-c.jforge", "softmax-cuda.jforge");
    }

    @ParameterizedTest
    @MethodSource("archives")
    void eachHasTenProposalsOrMoreThatCameThroughTheRelay(Path file) {
        var run = Archive.read(file).run();
        assertThat(run.exchanges().stream().filter(each -> each.state() == State.ANSWERED))
                .hasSizeGreaterThanOrEqualTo(LEAST_PROPOSALS)
                .allMatch(each -> each.asked().llm().startsWith("relay:"))
                .allMatch(each -> !each.asked().prompt().isBlank());
        var asked = run.exchanges().stream().map(Exchange::iteration).distinct().toList();
        assertThat(run.trials().stream()
                        .map(Trial::iteration)
                        .filter(asked::contains)
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(LEAST_PROPOSALS);
        assertThat(run.best().orElseThrow().parentNode()).isNotNegative();
    }

    /// What was made of an answer then is made of it now.
    @ParameterizedTest
    @MethodSource("archives")
    void everyAnswerIsReadAsItWas(Path file) {
        var run = Archive.read(file).run();
        for (var exchange : run.exchanges()) if (exchange.state() == State.ANSWERED) reread(run, exchange);
    }

    private static void reread(RunRecord run, Exchange exchange) {
        var parent =
                first(run, trial -> trial.node() == exchange.node()).candidate().source();
        var language = run.header().device().equals("cpu") ? Language.C : Language.CUDA;
        var op = new Catalogue().find(run.header().op()).op();
        var read = new Answers().read(exchange.reply(), parent, op, language);
        if (exchange.fault().startsWith("this very source was tried already")) return; // a matter of the run
        switch (read) {
            case Answers.Read.Unusable(String why) ->
                assertThat(why).as("question %d", exchange.number()).isEqualTo(exchange.fault());
            case Answers.Read.Usable(var source, String _) -> {
                assertThat(exchange.fault())
                        .as("question %d", exchange.number())
                        .isEmpty();
                var trial = first(run, each -> each.iteration() == exchange.iteration());
                assertThat(source.text())
                        .as("question %d", exchange.number())
                        .isEqualTo(trial.candidate().source().text());
            }
        }
    }

    private static Trial first(RunRecord run, java.util.function.Predicate<Trial> which) {
        return run.trials().stream().filter(which).findFirst().orElseThrow();
    }
}
