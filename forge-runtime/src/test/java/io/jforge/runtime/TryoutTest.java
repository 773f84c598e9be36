package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.measure.BaselineResult;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A person's own sources, through the compiler, the worker and the store of this machine.
@Timeout(120)
class TryoutTest {
    @TempDir
    Path home;

    private Forge forge;

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH")));
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private Run tried(String source) {
        return forge.candidate("softmax", source).shape("64x128").run();
    }

    private static RunEnding.Confirmation confirmed(Run run) {
        return run.record().ending().flatMap(RunEnding::confirmation).orElseThrow();
    }

    @Test
    void aRightOneIsKeptWithItsTunablesAndMeasuredBesideNaiveAndWhatWasKept() {
        var first = tried(OwnSources.RIGHT);
        assertThat(first.record().isCandidate()).isTrue();
        assertThat(first.trials()).extracting(Trial::parentNode).containsExactly(-1, 0, 0);
        assertThat(first.trials().stream().skip(1))
                .extracting(trial -> trial.candidate().assignment())
                .containsExactly(Map.of("UN", 1L), Map.of("UN", 2L));
        assertThat(first.bestSource()).isEqualTo(OwnSources.RIGHT);
        assertThat(confirmed(first).rival()).isEmpty();
        assertThat(confirmed(first).evidence().checks()).isNotEmpty();

        var second = tried(OwnSources.RIGHT.replace("largest = in[0]", "largest = *in"));
        var rival = confirmed(second).rival().orElseThrow();
        assertThat(rival.run()).isEqualTo(first.id());
        assertThat(rival.timing().samplesNanos())
                .hasSameSizeAs(confirmed(second).best().samplesNanos());
        var kept = forge.store().find(second.id());
        assertThat(kept.isCandidate()).isTrue();
        assertThat(kept.ending().flatMap(RunEnding::confirmation)).contains(confirmed(second));
    }

    @Test
    void aBaselineThatIsAskedForIsMeasuredBesideOrSaysWhyNot() {
        var run = forge.candidate("softmax", OwnSources.RIGHT)
                .shape("64x128")
                .baseline("openblas,cublas")
                .run();
        assertThat(confirmed(run).baselines().results())
                .extracting(BaselineResult::name)
                .containsExactly("cublas", "openblas");
        assertThat(confirmed(run).baselines().results())
                .allSatisfy(result -> assertThat(result.unavailable()).isNotEmpty());
        assertThat(confirmed(run).other()).isPresent();
        assertThat(confirmed(tried(OwnSources.RIGHT)).rival())
                .as("the same source is no rival to itself")
                .isEmpty();
    }

    @Test
    void aWrongOneIsKeptAsWhatItIs() {
        var run = tried(OwnSources.WRONG);
        assertThat(run.best()).isEmpty();
        assertThat(run.record().candidate().orElseThrow().outcome()).isInstanceOf(Outcome.Wrong.class);
        assertThat(forge.run(run.id()).trial("1").outcome()).isInstanceOf(Outcome.Wrong.class);
        assertThatThrownBy(() -> forge.optimize("softmax").from(run.id() + "/1").run())
                .isInstanceOf(SpecException.class)
                .hasMessage("trial 1 of %s was wrong: a search starts from one that was right".formatted(run.id()));
    }

    @Test
    void theCompilerNamesTheLinesOfTheText() {
        var outcome = tried("\n" + OwnSources.BROKEN)
                .record()
                .candidate()
                .orElseThrow()
                .outcome();
        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.message()).contains("softmax.c:11:");
    }

    @Test
    void withoutAHeaderItShowsOneToPaste() {
        assertThatThrownBy(() -> tried(OwnSources.HEADLESS))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith("your source has no forge header")
                .satisfies(thrown -> {
                    var message = thrown.getMessage();
                    var pasted = message.substring(message.indexOf("/*")) + "\n" + OwnSources.HEADLESS;
                    assertThat(Source.parse(pasted).op()).isEqualTo("softmax");
                });
        assertThat(forge.runs()).isEmpty();
    }

    @Test
    void aMistakeInTheHeaderNamesItsPlace() {
        assertThatThrownBy(() -> tried(OwnSources.RIGHT.replace("threads(1)", "treads(1)")))
                .isInstanceOf(SpecException.class)
                .hasMessage("your source: line 3, column 20: 'treads' is not a statement or a clause of 'launch'."
                        + " Did you mean threads?");
    }

    @Test
    void anotherOpAndAnotherLanguageThanTheDevicesAreRefused() {
        assertThatThrownBy(() -> forge.candidate("matmul", OwnSources.RIGHT).run())
                .isInstanceOf(SpecException.class)
                .hasMessage("your source computes softmax, not matmul");
        var cuda = new Catalogue().find("softmax").naive(Language.CUDA).text();
        assertThatThrownBy(() -> forge.candidate("softmax", cuda).device("cpu").run())
                .isInstanceOf(SpecException.class)
                .hasMessage("the source is cuda, and cpu runs c: leave --device out, or give another source");
        assumeThat(forge.devices()).as("devices").hasSize(1);
        assertThatThrownBy(() -> tried(cuda))
                .isInstanceOf(NoSuchDevice.class)
                .hasMessageStartingWith("the source is cuda, and there is no NVIDIA GPU here");
    }

    @Test
    void aFileThatCannotBeReadIsToldWithWhatElseItMightBe() throws IOException {
        assertThatThrownBy(() -> forge.candidateFrom("softmax", "nope.c"))
                .isInstanceOf(SpecException.class)
                .hasMessage("cannot read 'nope.c': a source is a file, or a trial such as 12, best, RUN/12, RUN/best");
        var binary = Files.write(home.resolve("binary.c"), new byte[] {(byte) 0xC3, (byte) 0x28});
        assertThatThrownBy(() -> forge.candidateFrom("softmax", binary.toString()))
                .isInstanceOf(SpecException.class)
                .hasMessage("'%s' is not text in UTF-8".formatted(binary));
    }

    @Test
    void aSearchGoesOnFromAFileAndFromATrialWithNaiveAsItsBaseline() throws IOException {
        var file = Files.writeString(home.resolve("mine.c"), OwnSources.RIGHT);
        var first = forge.optimize("softmax")
                .shape("64x128")
                .from(file.toString())
                .iterations(2)
                .seed(1)
                .run();
        assertThat(first.trials().getFirst().change()).isEqualTo("naive");
        assertThat(first.trials().get(1).candidate().source().text()).isEqualTo(OwnSources.RIGHT);
        assertThat(first.trials().stream().skip(1))
                .allSatisfy(trial -> assertThat(first.record().lineage(trial))
                        .extracting(Trial::node)
                        .startsWith(0, 1));

        var made = first.trials().stream()
                .filter(trial -> trial.iteration() > 0 && trial.medianMicros().isPresent())
                .findFirst()
                .orElseThrow();
        var second = forge.optimize("softmax")
                .shape("64x128")
                .from(first.id() + "/" + made.number())
                .iterations(1)
                .run();
        assertThat(second.trials().get(1).candidate()).isEqualTo(made.candidate());
        assertThat(second.trials().get(1).recipe()).isEqualTo(made.recipe()).isNotEmpty();
    }
}
