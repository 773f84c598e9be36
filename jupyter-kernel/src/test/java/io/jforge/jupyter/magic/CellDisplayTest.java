package io.jforge.jupyter.magic;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.display.ValueRenderer;
import io.jforge.jupyter.shell.Output;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.shell.ShellSetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What cells can show, from the cells themselves.
class CellDisplayTest {
    private static Shell shell;
    private static CellRunner runner;

    @TempDir
    private Path folder;

    private final Screen screen = new Screen();

    /// Notes what is printed and shown, in order.
    private static final class Screen implements Output, Display {
        final List<String> events = new ArrayList<>();

        @Override
        public void print(Stream stream, String text) {
            events.add(text);
        }

        @Override
        public synchronized Handle show(MimeBundle bundle) {
            events.add("shown " + bundle.plain());
            return next -> events.add("updated " + next.plain());
        }

        @Override
        public void clear(boolean wait) {
            events.add(wait ? "cleared later" : "cleared");
        }
    }

    @BeforeAll
    static void start() {
        var prelude = new ArrayList<>(ShellSetup.USUAL_IMPORTS);
        prelude.add(CellDisplays.PRELUDE);
        shell = Shell.start(new ShellSetup(List.of(), CellDisplays.EXPOSED, prelude, List.of()));
        var renderer = Renderer.standard(Duration.ofSeconds(2));
        CellDisplays.renderWith(renderer);
        runner = new CellRunner(shell, new Magics(List.of()), renderer);
    }

    @AfterAll
    static void close() {
        shell.close();
    }

    private CellRunner.Ending run(String cell) {
        return runner.run(cell, "cell 1", screen, screen);
    }

    private MimeBundle value(String cell) {
        return run(cell) instanceof CellRunner.Finished(var value)
                ? value.orElseThrow()
                : MimeBundle.text(String.valueOf(run(cell)));
    }

    @Test
    void everyKindOfContentIsAValueOfACell() {
        assertThat(value("html(\"<b>x</b>\")").data())
                .containsEntry("text/html", "<b>x</b>")
                .containsEntry("text/plain", "x");
        assertThat(value("markdown(\"*x*\")").data()).containsKey("text/markdown");
        assertThat(value("latex(\"x^2\")").data()).containsEntry("text/latex", "$$x^2$$");
        assertThat(value("json(Map.of(\"a\", List.of(1)))").data()).containsKey("application/json");
        assertThat(value("svg(\"<svg/>\")").data()).containsKey("image/svg+xml");
        assertThat(value("javascript(\"1\")").data()).containsKey("application/javascript");
        assertThat(value("image(new java.awt.image.BufferedImage(1, 1, 1))").data())
                .containsKey("image/png");
        assertThat(value("record City(String name, int people) {}\ntable(List.of(new City(\"Bern\", 134000)))")
                        .plain())
                .isEqualTo("name  people\n----  ------\nBern  134000");
    }

    @Test
    void recordsOfCellsAreTakenApart() {
        assertThat(value("record Box(String name, int[] all) {}\nnew Box(\"b\", new int[] {1, 2})")
                        .plain())
                .isEqualTo("Box[name=b, all=[1, 2]]");
        assertThat(value("record Loud(int x) { public String toString() { return \"LOUD \" + x; } }\nnew Loud(3)")
                        .plain())
                .isEqualTo("LOUD 3");
    }

    @Test
    void severalValuesAreShownInTurnAndOneIsUpdatedFromAThread() {
        run("""
                display(1, "two", List.of(3));
                var shown = display("four");
                var t = Thread.ofVirtual().start(() -> shown.update("five"));
                t.join();
                clear(true);
                clear();
                """);
        assertThat(screen.events)
                .containsExactly(
                        "shown 1", "shown two", "shown [3]", "shown four", "updated five", "cleared later", "cleared");
    }

    @Test
    void aCellSaysHowItsTypesAreShownAndTakesItBack() {
        assertThat(value("""
                interface Shape { double area(); }
                record Square(double side) implements Shape { public double area() { return side * side; } }
                render(Shape.class, s -> html("<i>" + s.area() + "</i>"));
                new Square(2)
                """).data()).containsEntry("text/html", "<i>4.0</i>");
        run("render(Square.class, \"text/html\", s -> \"<b>\" + s.side() + \"</b>\"); display(new Square(3));");
        assertThat(screen.events).containsExactly("shown Square[side=3.0]");
        assertThat(value("unrender(Square.class); unrender(Shape.class); new Square(2)")
                        .data())
                .containsOnlyKeys("text/plain");
    }

    @Test
    void case13_aTextThatNeverEndsIsCutOffAndTheNextCellRuns() {
        var value = value("""
                class Endless { public String toString() { while (true) {} } }
                new Endless()
                """);
        assertThat(value.plain()).contains("Endless").endsWith("(its text was not made within 2 s)");
        assertThat(value("1 + 1").plain()).isEqualTo("2");
    }

    /// No check is woven into the JDK's own loops.
    @Test
    void case13_aTextThatHeedsNothingIsLeftBehindWithItsCell() {
        var ending = run("""
                class Stuck {
                    public String toString() { return "" + "a".repeat(99).matches("((a*)*)*b"); }
                }
                new Stuck()
                """);
        assertThat(ending)
                .isInstanceOfSatisfying(
                        CellRunner.Failed.class,
                        failed -> assertThat(failed.message()).contains("left running"));
        assertThat(value("1 + 1").plain()).isEqualTo("2");
    }

    @Test
    void anInterruptEndsTheShowingOfAValue() {
        var begun = System.nanoTime();
        var ending = runner.run(
                """
                class Slow { public String toString() { System.out.print("showing"); while (true) {} } }
                new Slow()
                """,
                "cell 1",
                (_, text) -> {
                    if (text.equals("showing")) shell.interrupt();
                },
                screen);
        assertThat(ending)
                .isInstanceOfSatisfying(
                        CellRunner.Failed.class,
                        failed -> assertThat(failed.name()).isEqualTo("Interrupted"));
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(1900));
    }

    @Test
    void case13_aTextThatThrowsIsToldAndTheNextCellRuns() {
        assertThat(value("class Bad { public String toString() { throw new RuntimeException(); } }\nnew Bad()")
                        .plain())
                .contains("Bad (its toString threw java.lang.RuntimeException)");
        assertThat(value("class Deep { public String toString() { return toString() + 1; } }\nnew Deep()")
                        .plain())
                .contains("StackOverflowError");
        assertThat(value("\"x\".repeat(50_000_000)").plain()).hasSizeLessThan(30_000);
        assertThat(value("var self = new ArrayList<Object>(); self.add(self); self")
                        .plain())
                .isEqualTo("[...]");
    }

    @Test
    void aJarsRenderersAreUsedOnceItIsAdded() throws Exception {
        shell.addToClassPath(jar());
        assertThat(value("new lib.Token(\"abc\")").data()).containsEntry("text/html", "<u>abc</u>");
    }

    /// A library with a type and its renderer, compiled here.
    private Path jar() throws Exception {
        var source = folder.resolve("lib");
        Files.createDirectories(source);
        Files.writeString(source.resolve("Token.java"), "package lib; public record Token(String text) {}");
        Files.writeString(source.resolve("TokenRenderer.java"), """
                package lib;
                import io.jforge.jupyter.display.*;
                public class TokenRenderer implements ValueRenderer<Token> {
                    public Class<Token> type() { return Token.class; }
                    public MimeBundle render(Token token) {
                        return MimeBundle.html("<u>" + token.text() + "</u>", token.text());
                    }
                }
                """);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.resolve("Token.java").toString(),
                        source.resolve("TokenRenderer.java").toString());
        assertThat(status).isZero();
        var jar = folder.resolve("lib.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var each : List.of("lib/Token.class", "lib/TokenRenderer.class")) {
                out.putNextEntry(new JarEntry(each));
                Files.copy(folder.resolve(each), out);
            }
            out.putNextEntry(new JarEntry("META-INF/services/" + ValueRenderer.class.getName()));
            out.write("lib.TokenRenderer".getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
