package io.jforge.jupyter.repl;

import static io.jforge.jupyter.repl.VirtualScreen.CTRL_C;
import static io.jforge.jupyter.repl.VirtualScreen.CTRL_D;
import static io.jforge.jupyter.repl.VirtualScreen.ENTER;
import static io.jforge.jupyter.repl.VirtualScreen.SHIFT_TAB;
import static io.jforge.jupyter.repl.VirtualScreen.UP;
import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.server.KernelProcess;
import io.jforge.jupyter.shell.Shell;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A person at a terminal in memory.
@Timeout(60)
class ReplTest {
    private static Shell shell;
    private final History history = History.inMemory();
    private VirtualScreen screen;
    private CompletableFuture<Void> over;

    @BeforeAll
    static void start() {
        shell = Shell.start(KernelProcess.usualSetup());
        shell.evaluate("1", "warm-up", (_, _) -> {});
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    @BeforeEach
    void sitDown() throws IOException {
        screen = new VirtualScreen(80, 24);
        var nowhere = new PrintStream(java.io.OutputStream.nullOutputStream());
        var console = new Console(new Parts(shell, List.of(), Renderer.standard(), history), nowhere, nowhere);
        over = CompletableFuture.runAsync(
                () -> console.talk(screen.terminal(), new Surroundings(Map.of("TERM", "xterm"))),
                work -> Thread.ofPlatform().daemon().start(work));
        screen.awaitEnd("java[1]>");
    }

    @AfterEach
    void leave() throws Exception {
        screen.type(CTRL_C + CTRL_D);
        over.get(10, TimeUnit.SECONDS);
        screen.close();
    }

    private String enter(String cell, int next) {
        screen.type(cell + ENTER);
        return screen.awaitEnd("java[%d]>".formatted(next));
    }

    @Test
    void aValueStandsUnderWhatWasTyped() {
        assertThat(enter("1 + 1", 2)).isEqualTo("java[1]> 1 + 1\n2\njava[2]>");
    }

    @Test
    void enterOnAnUnfinishedTextGoesOnAsDeepAsItBelongs() {
        screen.type("for (int i = 0; i < 2; i++) {" + ENTER);
        screen.type("if (i > 0) {" + ENTER + "println(i);" + ENTER + "}" + ENTER);
        assertThat(enter("}", 2)).isEqualTo("""
                java[1]> for (int i = 0; i < 2; i++) {
                    ...>     if (i > 0) {
                    ...>         println(i);
                    ...>     }
                    ...> }
                1
                java[2]>""");
    }

    @Test
    void aPastedBlockIsOneCell() {
        screen.type("\u001b[200~int pasted = 1;\rint alsoPasted = 2;\rpasted\r  + alsoPasted\r\u001b[201~");
        assertThat(enter("", 2)).endsWith("\n3\njava[2]>");
        assertThat(history.range(0, 1, 9))
                .hasSize(1)
                .first()
                .satisfies(entry -> assertThat(entry.code().lines()).hasSize(4));
    }

    @Test
    void ctrlCWhileTypingGivesTheLineUp() {
        screen.type("int abandoned =" + CTRL_C);
        screen.await(seen -> seen.lines().count() == 2 && seen.endsWith("java[1]>"));
        assertThat(enter("2 * 3", 2)).contains("\n6\n");
    }

    @Test
    void ctrlCStopsTheCellAndNotTheRepl() {
        for (int cell = 1; cell <= 2; cell++) {
            screen.type("System.out.print(\"going\"); while (true) {}" + ENTER);
            screen.await(seen -> seen.endsWith("going"));
            screen.type(CTRL_C);
            assertThat(screen.awaitEnd("java[%d]>".formatted(cell + 1)))
                    .contains("going^C\nInterrupted: the cell was interrupted\n");
        }
        assertThat(enter("5 + 5", 4)).endsWith("\n10\njava[4]>");
    }

    @Test
    void aCellThatDoesNotHeedIsLeftBehindWithALine() {
        screen.type("{ System.out.print(\"deaf\"); new java.net.ServerSocket(0).accept(); }" + ENTER);
        screen.await(seen -> seen.endsWith("deaf"));
        screen.type(CTRL_C);
        assertThat(screen.awaitEnd("java[2]>")).contains("left running");
        assertThat(enter("6 + 6", 3)).endsWith("\n12\njava[3]>");
    }

    @Test
    void systemInReadsWhatIsTyped() {
        screen.type("System.out.print(\"Name: \"); new Scanner(System.in).nextLine().length()" + ENTER);
        screen.awaitEnd("Name:");
        screen.awaitReader();
        screen.type("漢字!" + ENTER);
        assertThat(screen.awaitEnd("java[2]>")).endsWith(".length()\nName: 漢字!\n3\njava[2]>");
    }

    /// The line that is read goes on behind it, on the row where it ends.
    @Test
    void aQuestionOfSeveralRowsStandsOnce() {
        screen.type("System.out.print(\"why? \".repeat(40)); new Scanner(System.in).nextLine()" + ENTER);
        screen.awaitEnd("why?");
        screen.awaitReader();
        screen.type("so" + ENTER);
        var seen = screen.awaitEnd("java[2]>");
        assertThat(seen.split("why\\? ?\n?", -1)).as(seen).hasSize(40 + 1 + 1);
        assertThat(seen).contains("why? so\nso\njava[2]>");
    }

    @Test
    void aPasswordIsNotSeenAndCtrlCEndsTheWait() {
        screen.type("password(\"Key: \")" + ENTER);
        screen.awaitEnd("Key:");
        screen.type("secret");
        screen.awaitEnd("Key: ******");
        screen.type(CTRL_C);
        assertThat(screen.awaitEnd("java[2]>")).contains("interrupted").doesNotContain("secret");
    }

    @Test
    void theUpArrowBringsAWholeCellBack() {
        enter("int f(int x) {" + ENTER + "return x + 1;" + ENTER + "}", 2);
        screen.type(UP);
        screen.awaitEnd("java[2]> int f(int x) {\n    ...>     return x + 1;\n    ...> }");
        assertThat(enter("", 3)).endsWith("}\njava[3]>");
    }

    @Test
    void tabCompletesAndListsSignatures() {
        screen.type("\"text\".isBl\t");
        screen.awaitEnd("java[1]> \"text\".isBlank()");
        screen.type(CTRL_C + "\"text\".sub\t");
        screen.await(seen -> seen.contains("substring(")
                && seen.contains("CharSequence String.subSequence(int beginIndex, int endIndex)"));
    }

    @Test
    void magicsAreCompletedToo() {
        screen.type("%lsm\t");
        screen.awaitEnd("java[1]> %lsmagic");
    }

    @Test
    void shiftTabTellsTheSignatureAndTheTypedTextStays() {
        screen.type("Math.floorMod(" + SHIFT_TAB);
        screen.await(
                seen -> seen.contains("int Math.floorMod(int x, int y)") && seen.endsWith("\njava[1]> Math.floorMod("));
    }

    @Test
    void whatJShellPeopleTypeIsAnswered() {
        screen.type("/vars" + ENTER);
        screen.await(seen -> seen.contains("no /vars here: %who lists the variables\njava[1]>"));
    }

    @Test
    void aThreadThatPrintsDoesNotSpoilWhatIsBeingTyped() {
        enter("new Timer(true).schedule(new TimerTask() { public void run() { println(\"la\" + \"te\"); } }, 400);", 2);
        screen.type("typed");
        screen.awaitEnd("late\njava[2]> typed");
    }

    @Test
    void whatIsShownChangesInPlace() {
        assertThat(enter("var bar = display(\"one\"); bar.update(\"two\"); bar.update(\"three\");", 2))
                .endsWith(";\nthree\njava[2]>");
        assertThat(enter("bar.update(\"four\"); println(\"below\"); bar.update(\"five\");", 3))
                .endsWith(";\nfour\nbelow\nfive\njava[3]>");
    }

    @Test
    void whatChangesIsBrokenBetweenItsWordsWhereItIsTooWide() {
        var cell = "var wide = display(\"\"); for (int i = 1; i < 4; i++) wide.update(\"a word \".repeat(12) + i);";
        assertThat(enter(cell, 2)).endsWith(";\n" + "a word ".repeat(11) + "a\n    word 3\njava[2]>");
    }

    @Test
    void severalThingsChangeInPlaceAtOnce() {
        assertThat(enter(
                        "var a = display(\"a0\"); var b = display(\"b0\\nb\"); a.update(\"a1\"); b.update(\"b1\");", 2))
                .endsWith(";\na1\nb1\njava[2]>");
    }

    @Test
    void exitLeaves() throws Exception {
        screen.type("exit" + ENTER);
        over.get(10, TimeUnit.SECONDS);
    }

    @Test
    void theExitMagicLeaves() throws Exception {
        screen.type("%exit" + ENTER);
        over.get(10, TimeUnit.SECONDS);
    }
}
