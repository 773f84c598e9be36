package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ChildTest {
    @TempDir
    Path folder;

    private static List<String> shell(String script) {
        return List.of("/bin/sh", "-c", script);
    }

    private Child.Ended run(Duration deadline, String script) {
        return new Child(deadline, 1L << 30).run(folder, shell(script));
    }

    /// Processes below this one that were not there before.
    private static boolean isRunning(String argument) {
        return ProcessHandle.current()
                .descendants()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(argument));
    }

    @Test
    void outputAndErrorsComeBackAsOneText() {
        var ended = run(Duration.ofSeconds(10), "echo one; echo two >&2; pwd -P; exit 3");
        assertThat(ended.output().lines()).containsExactly("one", "two", real(folder));
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.well()).isFalse();
    }

    private static String real(Path path) {
        try {
            return path.toRealPath().toString();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void thereIsNothingToReadOnStandardInput() {
        assertThat(run(Duration.ofSeconds(10), "cat; echo end").output()).isEqualTo("end\n");
    }

    @Test
    void whoSaysMoreThanAnybodyReadsStillEndsWell() {
        var ended = run(
                Duration.ofSeconds(10),
                "i=0; while [ $i -lt 4000 ]; do echo 'a warning of fifty characters and a little more than that'"
                        + " || exit 9; i=$((i+1)); done");
        assertThat(ended.well()).isTrue();
        assertThat(ended.output()).hasSize(64 << 10);
    }

    @Test
    void atTheDeadlineTheWholeFamilyIsKilled() throws InterruptedException {
        long start = System.nanoTime();
        var ended = run(Duration.ofMillis(300), "sh -c 'sleep 1234.5; true'; true");
        assertThat(ended.late()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        for (int i = 0; i < 100 && isRunning("1234.5"); i++) Thread.sleep(50);
        assertThat(isRunning("1234.5")).isFalse();
    }

    @Test
    void aGrandchildThatKeepsTheOutputOpenHoldsNobodyUp() {
        long start = System.nanoTime();
        var ended = run(Duration.ofSeconds(2), "sleep 7.25 & echo done");
        assertThat(ended.output()).isEqualTo("done\n");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void anInterruptKillsItAndIsPassedOn() throws InterruptedException {
        var thrown = new AtomicReference<Throwable>();
        var interrupted = new AtomicReference<Boolean>();
        var thread = Thread.ofPlatform().start(() -> {
            thrown.set(catchThrowable(() -> run(Duration.ofMinutes(5), "sleep 4321.5; true")));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        Thread.sleep(200);
        thread.interrupt();
        thread.join(2000);
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(interrupted.get()).isTrue();
        for (int i = 0; i < 100 && isRunning("4321.5"); i++) Thread.sleep(50);
        assertThat(isRunning("4321.5")).isFalse();
    }

    @Test
    void memoryIsLimited() {
        // dash keeps the variable in memory and doubles it
        var ended = new Child(Duration.ofSeconds(20), 64L << 20).run(folder, shell("a=x; while true; do a=$a$a; done"));
        assertThat(ended.late()).isFalse();
        assertThat(ended.well()).isFalse();
    }

    @Test
    void aProgramThatIsNotThereIsAMissingTool() {
        var child = new Child(Duration.ofSeconds(10), 1L << 30);
        assertThatThrownBy(() -> child.run(folder, List.of("/no/such/gcc", "x.c")))
                .isInstanceOf(MissingTool.class)
                .hasMessage("cannot start /no/such/gcc: is it still installed?");
    }
}
