package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JShellCommandsTest {

    @Test
    void whatJShellKnowsIsAnsweredWithWhatDoesTheSameHere() {
        assertThat(JShellCommands.answer("/exit")).hasValue("no /exit here: exit, %exit or Ctrl-D leaves");
        assertThat(JShellCommands.answer("  /vars -all "))
                .hasValueSatisfying(line -> assertThat(line).contains("%who"));
        assertThat(JShellCommands.answer("/drop x")).hasValue("no /drop here: %lsmagic lists what there is");
    }

    @ParameterizedTest
    @ValueSource(strings = {"// a comment", "/* another */", "/** doc */ void f() {}", "1 /2", "x\n/y", "/"})
    void javaIsNoCommand(String text) {
        assertThat(JShellCommands.answer(text)).isEmpty();
    }
}
