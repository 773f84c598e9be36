package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.MimeBundle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Terminal terminal(boolean live) {
        return new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                live);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void resultsGoToStandardOutputAndProgressToStandardError() {
        var terminal = terminal(true);
        var handle = terminal.progress().show(MimeBundle.text("working"));
        handle.update(MimeBundle.text("still working"));
        terminal.results().show(MimeBundle.text("the result"));
        assertThat(out()).isEqualTo("the result\n\n");
        assertThat(err()).startsWith("\r").contains("working", "still working").endsWith("\n");
    }

    @Test
    void liveProgressStaysOnOneLine() {
        var terminal = terminal(true);
        for (int i = 0; i < 50; i++) terminal.progress("iteration " + i + "\nand a second line " + "x".repeat(300));
        assertThat(err()).doesNotContain("\n");
        assertThat(err().split("\r"))
                .hasSize(51)
                .allSatisfy(line -> assertThat(line.length()).isLessThan(140));
    }

    /// A terminal narrower than the line would otherwise break it, and every update would scroll.
    @Test
    void aNarrowTerminalCutsTheLineAndDoesNotBreakIt() {
        terminal(true).progress("x");
        assertThat(err()).isEqualTo("\r\u001b[?7lx\u001b[K\u001b[?7h");
    }

    @Test
    void whereALineCannotBeWrittenAgainProgressIsSeldomAndTheEndIsAlwaysTold() {
        var terminal = terminal(false);
        for (int i = 0; i < 50; i++) terminal.progress("iteration " + i);
        terminal.progress("done: 50 iterations");
        assertThat(err()).isEqualTo("iteration 0\ndone: 50 iterations\n");
    }

    @Test
    void aLineBelowOpenProgressStartsAtItsBeginning() {
        var terminal = terminal(true);
        terminal.progress("working");
        terminal.error("it broke");
        terminal.line("next");
        assertThat(err()).endsWith("\njforge: it broke\nnext\n");
    }

    @Test
    void jsonIsAllThereIsOnStandardOutput() {
        var terminal = terminal(true);
        terminal.progress("working");
        terminal.line("a line");
        terminal.nowhere().show(MimeBundle.text("a result")).update(MimeBundle.text("another"));
        terminal.json("{}");
        assertThat(out()).isEqualTo("{}\n");
    }
}
