package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JShellCommandsTest {

    @Test
    void whatJShellKnowsIsAnsweredWithWhatDoesTheSameHere() {
        assertThat(JShellCommands.answer("/exit")).hasValue("no /exit here: exit, %exit or Ctrl-D leaves");
        assertThat(JShellCommands.answer("  /vars -all "))
                .hasValueSatisfying(line -> assertThat(line).contains("%who"));
        assertThat(JShellCommands.answer("/set x")).hasValue("no /set here: %lsmagic lists what there is");
    }

    @Test
    void itsShorthandsAreKnownToo() {
        assertThat(JShellCommands.answer("/ex")).hasValue("no /ex here: exit, %exit or Ctrl-D leaves");
        assertThat(JShellCommands.answer("/e")).hasValue("no /e here: %lsmagic lists what there is");
        for (var earlier : List.of("/-1", "/3", "/!"))
            assertThat(JShellCommands.answer(earlier))
                    .hasValueSatisfying(line ->
                            assertThat(line).endsWith("here: the up-arrow and Ctrl-R bring earlier cells back"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"// a comment", "/* another */", "/** doc */ void f() {}", "1 /2", "x\n/y", "/"})
    void javaIsNoCommand(String text) {
        assertThat(JShellCommands.answer(text)).isEmpty();
    }
}
