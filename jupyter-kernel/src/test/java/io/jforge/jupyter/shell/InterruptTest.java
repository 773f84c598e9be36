package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.CellResult.Interrupted;
import io.jforge.jupyter.shell.CellResult.Value;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every cell here prints "go" when it is where a stop should find it.
@Timeout(60)
class InterruptTest {
    /// A stop of what heeds one takes a few milliseconds; the rest is for machines that do much else.
    private static final long SOON_MILLIS = 400;

    /// Closed while these tests run: a lock that heeds no interrupt.
    private static final ReentrantLock GATE = new ReentrantLock();

    private static final CountDownLatch ENDED = new CountDownLatch(1);
    private static Shell shell;

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
        GATE.lock();
        shell.bind("gate", ReentrantLock.class.getName(), GATE);
        shell.bind("ended", CountDownLatch.class.getName(), ENDED);
        assertThat(run(shell, "1 + 1", (_, _) -> {})).isEqualTo(new Value(2));
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private static CellResult run(Shell shell, String code, Output output) {
        return shell.evaluate(code, "cell 1", output);
    }

    /// What a cell printed, and how it ended once it was stopped.
    private record Stopped(CellResult result, StringBuffer printed, long millis) {}

    private static Stopped stopped(String code) throws Exception {
        var printed = new StringBuffer();
        var go = new CountDownLatch(1);
        Output output = (_, text) -> {
            printed.append(text);
            if (text.contains("go")) go.countDown();
        };
        var result = new CompletableFuture<CellResult>();
        // one statement, so that the stop meets what comes after the word
        String cell = code.replaceFirst("(print|System.out.println)\\((.*)", "{ $0 }");
        Thread.ofPlatform().start(() -> result.complete(run(shell, cell, output)));
        assertThat(go.await(20, TimeUnit.SECONDS)).as("the cell has begun").isTrue();
        long start = System.nanoTime();
        shell.interrupt();
        var ended = result.get(10, TimeUnit.SECONDS);
        return new Stopped(ended, printed, (System.nanoTime() - start) / 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "print(); while (true) {}",
                "print(); Thread.sleep(60_000);",
                "print(); new Object() { void f() { f2(); } void f2() { while (true) { try { Thread.sleep(1); }"
                        + " catch (Throwable t) { } } } }.f();",
                "int down(int n) { return n == 0 ? 0 : down(n - 1) + down(n - 1); }\nprint(); down(60);",
                "print(); Stream.generate(() -> 1).mapToInt(i -> i).filter(i -> i == 0).sum();",
                "print(); IntStream.iterate(0, i -> i + 1).parallel().map(i -> i * 2).filter(i -> i < 0).sum();",
                "long[] sum = {0}; var numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9)); print();"
                        + " numbers.sort((a, b) -> { for (long i = 0; i < 1L << 40; i++) { sum[0] += i; } return b - a; });",
                "print(); Thread.ofVirtual().start(() -> { while (true) {} }).join();",
                "print(); var t = new Thread(() -> { while (true) {} }); t.start(); t.join();",
                "var latch = new CountDownLatch(1); print(); latch.await();",
                "var queue = new LinkedBlockingQueue<Integer>(); print(); queue.take();",
                "var lock = new java.util.concurrent.locks.ReentrantLock();"
                        + " var held = new CountDownLatch(1); Thread.ofPlatform().daemon().start(() -> { lock.lock();"
                        + " held.countDown(); try { Thread.sleep(60_000); } catch (InterruptedException e) {} });"
                        + " held.await(); print(); lock.lockInterruptibly();",
                "var pool = Executors.newFixedThreadPool(2); List<Callable<Integer>> tasks = List.of("
                        + "() -> { while (true) {} }, () -> { Thread.sleep(60_000); return 1; }); print(); pool.invokeAll(tasks);",
                "var piped = new PipedInputStream(new PipedOutputStream()); print(); piped.read();",
                "var server = java.nio.channels.ServerSocketChannel.open().bind(null); print(); server.accept();",
            })
    void whatHeedsAStopEndsAtOnce(String code) throws Exception {
        run(shell, "void print() { System.out.println(\"go\"); }", (_, _) -> {});
        var stopped = stopped(code);
        assertThat(stopped.result()).isEqualTo(new Interrupted(false));
        assertThat(stopped.millis()).isLessThan(SOON_MILLIS);
        assertThat(run(shell, "1 + 1", (_, _) -> {})).isEqualTo(new Value(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.out.println(\"go\"); new BigInteger(\"3\").pow(40_000_000);",
                "System.out.println(\"go\"); \"a\".repeat(60).matches(\"(.*)(.*)(.*)(.*)(.*)(.*)(.*)b\");",
                "var server = new ServerSocket(0); System.out.println(\"go\"); server.accept();",
                "System.out.println(\"go\"); gate.lock();",
            })
    void whatHeedsNothingIsLeftBehindByName(String code) throws Exception {
        var stopped = stopped(code);
        assertThat(stopped.result()).isEqualTo(new Interrupted(true));
        assertThat(stopped.millis()).isBetween(450L, 500 + SOON_MILLIS);
        assertThat(stopped.printed().toString())
                .containsPattern("cell-thread-\\d+, in \\S+, heeds no interrupt and is left behind");
        assertThat(run(shell, "1 + 1", (_, _) -> {})).isEqualTo(new Value(2));
    }

    @Test
    void aThreadOfTheCellThatGoesOnIsNamed() throws Exception {
        var stopped = stopped("Thread.ofPlatform().daemon().name(\"deaf\").start(() -> {"
                + " new BigInteger(\"3\").pow(40_000_000); }); System.out.println(\"go\"); Thread.sleep(60_000);");
        assertThat(stopped.result()).isEqualTo(new Interrupted(false));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!stopped.printed().toString().contains("deaf") && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(stopped.printed().toString()).contains("deaf, which this cell has started, heeds no interrupt");
    }

    @Test
    void aHundredStopsInARow() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(stopped("System.out.println(\"go\"); while (true) {}").result())
                    .isEqualTo(new Interrupted(false));
        }
        assertThat(run(shell, "1 + 1", (_, _) -> {})).isEqualTo(new Value(2));
    }

    /// Asking costs a loop much of its speed.
    @Test
    void afterSeveralStopsOfOneCellNobodyAsksAnyMore() throws Exception {
        int before = Checkpoint.askers(); // a test of this process may have left work that heeds nothing
        var go = new CountDownLatch(1);
        var result = new CompletableFuture<CellResult>();
        Thread.ofPlatform()
                .start(() -> result.complete(
                        run(shell, "{ System.out.println(\"go\"); while (true) {} }", (_, _) -> go.countDown())));
        assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 3; i++) shell.interrupt();
        assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo(new Interrupted(false));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (Checkpoint.askers() > before && System.nanoTime() < deadline) TimeUnit.MILLISECONDS.sleep(10);
        assertThat(Checkpoint.askers()).isLessThanOrEqualTo(before);
    }

    @Test
    void whatIsLeftBehindPrintsNothingAndIsLetGo() throws Exception {
        var own = new ReentrantLock();
        own.lock();
        shell.bind("own", ReentrantLock.class.getName(), own);
        var printed = new StringBuffer();
        var output = new WeakReference<>(leaveBehind(printed));
        own.unlock();
        assertThat(ENDED.await(20, TimeUnit.SECONDS)).isTrue();
        run(shell, "1 + 1", (_, _) -> {});
        assertThat(printed.toString()).contains("left behind").doesNotContain("afterwards");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (output.get() != null && System.nanoTime() < deadline) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(output.get()).as("the abandoned run's output").isNull();
    }

    /// Runs a cell that heeds no stop; its output is held by nobody else.
    private static Output leaveBehind(StringBuffer printed) throws Exception {
        var go = new CountDownLatch(1);
        Output output = (_, text) -> {
            printed.append(text);
            go.countDown();
        };
        var result = new CompletableFuture<CellResult>();
        String code =
                "{ System.out.println(\"go\"); own.lock(); System.out.println(\"afterwards\"); ended.countDown(); }";
        Thread.ofPlatform().start(() -> result.complete(run(shell, code, output)));
        go.await();
        shell.interrupt();
        assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo(new Interrupted(true));
        return output;
    }
}
