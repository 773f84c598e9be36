package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.terminal.impl.ITerm2Graphics;
import org.jline.terminal.impl.KittyGraphics;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.terminal.impl.SixelGraphics;
import org.jline.terminal.impl.TerminalGraphics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PicturesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final MimeBundle picture =
            Renderer.standard().render(new BufferedImage(20, 10, BufferedImage.TYPE_INT_RGB));

    private final LineDisciplineTerminal terminal = terminal("xterm-256color");

    private LineDisciplineTerminal terminal(String type) {
        try {
            return new LineDisciplineTerminal("test", type, written, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Stream<Arguments> protocols() {
        SixelGraphics.setSixelSupportOverride(true); // it asks again whether the terminal can
        return Stream.of(
                Arguments.of(new KittyGraphics(), "\u001b_G"),
                Arguments.of(new ITerm2Graphics(), "\u001b]1337;File="),
                Arguments.of(new SixelGraphics(), "\u001bP"));
    }

    @AfterAll
    static void forget() {
        SixelGraphics.setSixelSupportOverride(null);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void aPictureIsPaintedByTheTerminalsProtocol(TerminalGraphics protocol, String opening) {
        assertThat(new Pictures(terminal, () -> Optional.of(protocol)).paint(picture))
                .isTrue();
        assertThat(written.toString(StandardCharsets.UTF_8)).contains(opening).endsWith("\n");
    }

    @Test
    void kittyGetsThePictureInPiecesThatItReads() {
        byte[] noise = new byte[9000];
        new Random(7).nextBytes(noise);
        var large = MimeBundle.text("noise")
                .with(MimeBundle.PNG, Base64.getEncoder().encodeToString(noise));
        new Pictures(terminal, () -> Optional.of(new KittyGraphics())).paint(large);
        var pieces = Pattern.compile("\u001b_G([^;]*);([^\u001b]*)\u001b\\\\")
                .matcher(written.toString(StandardCharsets.UTF_8))
                .results()
                .toList();
        assertThat(pieces).extracting(piece -> piece.group(1)).containsExactly("a=T,f=100,q=2,m=1", "m=1", "m=0");
        assertThat(pieces).allMatch(piece -> piece.group(2).length() <= 4096);
        var whole = pieces.stream().map(piece -> piece.group(2)).collect(Collectors.joining());
        assertThat(Base64.getDecoder().decode(whole)).isEqualTo(noise);
    }

    @Test
    void withinTmuxAndOnMostTerminalsItStaysText() {
        var within = new Surroundings(Map.of("TMUX", "/tmp/tmux"));
        assertThat(within.pictures(terminal)).isEmpty();
        assertThat(new Pictures(terminal, Optional::empty).paint(picture)).isFalse();
        assertThat(written.size()).isZero();
    }

    @Test
    void textIsNoPicture() {
        assertThat(new Pictures(terminal, () -> Optional.of(new KittyGraphics())).paint(MimeBundle.text("words")))
                .isFalse();
        assertThat(written.size()).isZero();
    }
}
