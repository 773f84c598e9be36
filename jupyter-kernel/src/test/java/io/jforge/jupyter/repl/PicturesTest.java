package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.terminal.impl.TerminalGraphics.Protocol;
import org.jline.terminal.impl.TerminalGraphicsManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;

class PicturesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final MimeBundle picture =
            Renderer.standard().render(new BufferedImage(20, 10, BufferedImage.TYPE_INT_RGB));

    private Pictures pictures(boolean wanted) throws IOException {
        return new Pictures(
                new LineDisciplineTerminal("test", "xterm-256color", written, StandardCharsets.UTF_8), wanted);
    }

    @AfterEach
    void forget() {
        TerminalGraphicsManager.forceProtocol(null);
    }

    @ParameterizedTest
    @CsvSource({"KITTY, \u001b_G", "ITERM2, \u001b]1337;File=", "SIXEL, \u001bP"})
    void aPictureIsPaintedByTheTerminalsProtocol(Protocol protocol, String opening) throws IOException {
        TerminalGraphicsManager.forceProtocol(protocol);
        assertThat(pictures(true).paint(picture)).isTrue();
        assertThat(written.toString(StandardCharsets.UTF_8)).contains(opening).endsWith("\n");
    }

    @Test
    void whereNothingPassesItOnItStaysText() throws IOException {
        TerminalGraphicsManager.forceProtocol(Protocol.KITTY);
        assertThat(pictures(false).paint(picture)).isFalse();
        assertThat(written.size()).isZero();
    }

    @Test
    void textIsNoPicture() throws IOException {
        TerminalGraphicsManager.forceProtocol(Protocol.KITTY);
        assertThat(pictures(true).paint(MimeBundle.text("words"))).isFalse();
        assertThat(written.size()).isZero();
    }
}
