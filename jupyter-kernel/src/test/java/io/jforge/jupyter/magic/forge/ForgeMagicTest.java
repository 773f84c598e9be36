package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import io.jforge.runtime.Forge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForgeMagicTest {
    @TempDir
    private Path home;

    private final List<MimeBundle> shown = new ArrayList<>();
    private final ForgeMagic magic = new ForgeMagic(() -> Forge.open(Map.of("JFORGE_HOME", home.toString())));

    private void run(String line) throws InterruptedException {
        run(line, Optional.empty());
    }

    private void run(String line, Optional<String> body) throws InterruptedException {
        magic.run(new MagicCall(
                "forge",
                line,
                body,
                bundle -> {
                    shown.add(bundle);
                    return shown::add;
                },
                System.out,
                System.err));
    }

    private List<String> complete(String line) {
        return magic.complete(line, line.length());
    }

    @Test
    void aVerbShowsItsResultInTheCell() throws InterruptedException {
        run("ops");
        assertThat(shown.getFirst().plain()).contains("softmax");
        assertThat(shown.getFirst().data()).containsKey(MimeBundle.HTML);
    }

    @Test
    void jsonIsShownAsText() throws InterruptedException {
        run("ops --json");
        assertThat(shown).hasSize(1);
        assertThat(shown.getFirst().plain()).startsWith("{");
    }

    @Test
    void aMistakeIsAMessageWithoutATrace() {
        assertThatThrownBy(() -> run("optimise softmax"))
                .isInstanceOf(MagicException.class)
                .hasMessage("unknown verb 'optimise'. Did you mean optimize? `%forge help` tells what there is.");
    }

    @Test
    void theLinesUnderACandidateAreItsSource() {
        assertThatThrownBy(() -> run("candidate softmax", Optional.of("void softmax() {}\n")))
                .isInstanceOf(MagicException.class)
                .hasMessageStartingWith("your source has no forge header");
        assertThatThrownBy(() -> run("candidate softmax", Optional.of("  \n")))
                .isInstanceOf(MagicException.class)
                .hasMessageStartingWith("where is the source?");
        assertThatThrownBy(() -> run("candidate softmax -"))
                .isInstanceOf(MagicException.class)
                .hasMessage("a notebook has no standard input: write the source under `%%forge candidate`");
        assertThatThrownBy(() -> run("runs", Optional.of("int x;\n")))
                .isInstanceOf(MagicException.class)
                .hasMessageStartingWith("only `%%forge candidate` reads the lines below it");
    }

    @Test
    void withDebugItIsTheTrace() {
        assertThatThrownBy(() -> run("ops sotfmax --debug"))
                .isInstanceOf(MagicException.class)
                .hasMessageContaining("Did you mean softmax?")
                .hasMessageContaining("\tat io.jforge");
    }

    @Test
    void verbsAreCompleted() {
        assertThat(complete("")).contains("optimize", "candidate", "bench", "ops", "devices", "runs", "show", "help");
        assertThat(complete("op")).containsExactly("ops", "optimize");
    }

    @Test
    void optionsAndOpsAreCompletedForTheirVerb() {
        assertThat(complete("optimize so")).containsExactly("softmax");
        assertThat(complete("optimize softmax --s")).containsExactly("--sanitize", "--search", "--seed", "--shape");
        assertThat(complete("candidate so")).containsExactly("softmax");
        assertThat(complete("bench softmax --s")).containsExactly("--shape", "--source");
        assertThat(complete("optimize softmax --f")).containsExactly("--from");
        assertThat(complete("ops ma")).containsExactly("matmul");
        assertThat(complete("runs --s")).isEmpty();
        assertThat(complete("help opt")).containsExactly("optimize");
        assertThat(complete("frobnicate --s")).isEmpty();
    }

    @Test
    void whatStandsBehindTheCursorPlaysNoPart() {
        assertThat(magic.complete("optimize so --seed 5", 11)).containsExactly("softmax");
    }

    @Test
    void itsHelpBeginsWithALineForTheListOfMagics() {
        assertThat(magic.help().lines().findFirst().orElseThrow()).startsWith("%forge VERB");
        assertThat(magic.help()).contains("optimize", "devices");
    }
}
