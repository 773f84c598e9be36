package io.jforge.jupyter.magic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.shell.ShellSetup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MagicsTest {
    private final Magics magics = new Magics(List.of(new Greet()));
    private final StringBuffer printed = new StringBuffer();
    private final List<MimeBundle> shown = new ArrayList<>();

    private static final class Greet implements Magic {
        @Override
        public String name() {
            return "greet";
        }

        @Override
        public String help() {
            return "%greet NAME: greets somebody\nNothing more.";
        }

        @Override
        public List<Option> options() {
            return List.of(Option.taking("--loud", "N", "how loudly"));
        }

        @Override
        public void run(MagicCall call) {
            if (call.words().isEmpty()) {
                throw new MagicException("%greet needs a name");
            }
            if (call.words().contains("--broken")) throw new NoClassDefFoundError("a/Library");
            call.out().println("hello " + call.words() + call.body().orElse(""));
        }

        @Override
        public List<String> complete(String line, int cursor) {
            return List.of("world at " + line.substring(0, cursor));
        }
    }

    private CellRunner.Ending run(String cell) {
        try (Shell shell = Shell.start(ShellSetup.plain())) {
            return new CellRunner(shell, magics, Renderer.standard())
                    .run(cell, "cell 1", (stream, text) -> printed.append(text), bundle -> {
                        shown.add(bundle);
                        return shown::add;
                    });
        }
    }

    @Test
    void magicsAndJavaRunInTurn() {
        var ending = run("int x = 20;\n%greet \"two words\" 'and more'\nx + 1");
        assertThat(printed.toString()).isEqualTo("hello [two words, and more]\n");
        assertThat(((CellRunner.Finished) ending).value().orElseThrow().plain()).isEqualTo("21");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheCell() {
        assertThat(((CellRunner.Finished) run("\ufeffint x = 20;\nx + 1"))
                        .value()
                        .orElseThrow()
                        .plain())
                .isEqualTo("21");
        run("\ufeff%greet you");
        assertThat(printed.toString()).isEqualTo("hello [you]\n");
    }

    @Test
    void aCellMagicGetsItsBody() {
        run("%%greet you\nbody");
        assertThat(printed.toString()).isEqualTo("hello [you]body\n");
    }

    @Test
    void aMagicsRefusalIsShownAsItIs() {
        assertThat(run("%greet"))
                .isEqualTo(new CellRunner.Failed("MagicError", "%greet needs a name", "%greet needs a name"));
    }

    @Test
    void anErrorOfALibraryEndsTheMagicAlone() {
        assertThat(run("%greet --broken"))
                .isInstanceOfSatisfying(
                        CellRunner.Failed.class,
                        failed -> assertThat(failed.text())
                                .startsWith("%greet failed: java.lang.NoClassDefFoundError: a/Library\n    at "));
    }

    @Test
    void theListComesFromTheTable() {
        run("%lsmagic\n%help greet");
        assertThat(shown.getFirst().plain())
                .containsPattern("(?m)^%greet NAME +greets somebody$")
                .containsPattern("(?m)^%lsmagic +every magic in a line$");
        assertThat(shown.getFirst().data()).containsKey("text/html");
        assertThat(printed.toString())
                .isEqualTo("%greet NAME: greets somebody\nNothing more.\n  --loud N  how loudly\n");
    }

    @Test
    void aQuestionMarkAsksForHelp() {
        run("%greet?");
        assertThat(printed.toString()).startsWith("%greet NAME: greets somebody\n");
    }

    @Test
    void anUnknownNameBringsTheNearest() {
        assertThatThrownBy(() -> magics.run(new MagicCall("gret", "", java.util.Optional.empty(), null, null, null)))
                .isInstanceOf(MagicException.class)
                .hasMessage("there is no magic %gret; did you mean %greet?; %lsmagic lists them");
    }

    @Test
    void namesAndArgumentsAreCompleted() {
        assertThat(magics.complete("%gr", 3)).containsExactly("greet");
        assertThat(magics.complete("%", 1)).containsExactly("greet", "help", "lsmagic");
        assertThat(magics.complete("%greet wo rest", 9)).containsExactly("world at wo");
        assertThat(magics.complete("%greet --l", 10)).containsExactly("--loud");
        assertThat(magics.complete("%nothing wo", 11)).isEmpty();
    }

    @Test
    void aMagicIsInspectedByItsHelp() {
        assertThat(magics.inspect("%lsmagic --").orElseThrow().signatures())
                .containsExactly("%lsmagic: every magic in a line");
        assertThat(magics.inspect("%nosuch")).isEmpty();
    }
}
