package io.jforge.jupyter.magic;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.CellRunner.Finished;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.shell.ShellSetup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A stop ends the cell that runs at any moment of it, and never the next.
@Timeout(120)
class StoppedCellTest {
    private static final int STATEMENTS = 200;

    /// As in the shell's own tests: a few milliseconds, and the rest for machines that do much else.
    private static final long SOON_MILLIS = 400;

    private static final AtomicInteger DONE = new AtomicInteger();
    private static Shell shell;
    private static CellRunner runner;

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
        shell.bind("done", AtomicInteger.class.getName(), DONE);
        runner = new CellRunner(shell, new Magics(List.of(new Nothing(), new Stop())), Renderer.standard());
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private static final class Nothing implements Magic {
        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public String help() {
            return "%nothing: does nothing";
        }

        @Override
        public void run(MagicCall call) {}
    }

    /// Stops its cell while nothing of that runs.
    private static final class Stop implements JavaMagic {
        @Override
        public String name() {
            return "stop";
        }

        @Override
        public String help() {
            return "%stop: stops the cell";
        }

        @Override
        public CellRunner.Ending run(MagicCall call, CellPlace place) {
            shell.interrupt();
            return new Finished(java.util.Optional.empty());
        }
    }

    private static CellRunner.Ending run(String cell) {
        return runner.run(cell, "cell", (_, _) -> {}, _ -> _ -> {});
    }

    private static void assertStopped(CellRunner.Ending ending) {
        assertThat(ending)
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.name()).isEqualTo("Interrupted"));
    }

    private static String value(String cell) {
        return ((Finished) run(cell)).value().map(MimeBundle::plain).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%stop\nint late = 1;",
                "int early = 1;\n%stop\nint late = 1;",
                "int early = 1;\n%stop\n%nothing\nint late = 1;",
                "int early = 1;\n%stop"
            })
    void aStopBetweenTwoPartsIsNotLost(String cell) {
        assertStopped(run(cell));
        assertThat(value("1 + 1")).isEqualTo("2");
        assertThat(run("late"))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.name()).isEqualTo("CompileError"));
    }

    /// Statements so small that most of the cell's time goes by between them, while JShell compiles the next; every
    /// tenth line is a magic.
    private static String tinyStatements() {
        var cell = new StringBuilder();
        for (int i = 0; i < STATEMENTS; i++)
            cell.append(i % 10 == 9 ? "%nothing\n" : "").append("done.incrementAndGet();\n");
        return cell.toString();
    }

    @Test
    void aStopAtAnyMomentEndsACellOfManyTinyStatements() throws Exception {
        String cell = tinyStatements();
        for (int at = 0; at < 40; at++) {
            DONE.set(0);
            var ending = CompletableFuture.supplyAsync(
                    () -> run(cell), task -> Thread.ofPlatform().start(task));
            while (DONE.get() < 1 + at % 20) Thread.onSpinWait();
            TimeUnit.MICROSECONDS.sleep(137L * at);
            long start = System.nanoTime();
            shell.interrupt();
            assertStopped(ending.get(10, TimeUnit.SECONDS));
            assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(SOON_MILLIS);
            int done = DONE.get();
            assertThat(done).isLessThan(STATEMENTS);
            assertThat(value("done.get()")).isEqualTo("" + done);
        }
    }

    @Test
    void aStopOfNothingLeavesTheNextCellAlone() {
        for (int i = 0; i < 20; i++) {
            shell.interrupt();
            assertThat(value("20 + 1")).isEqualTo("21");
        }
    }
}
