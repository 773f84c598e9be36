package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Threads of this process, and processes of their own.
@Timeout(60)
class DeviceLockTest {
    private static final int TURNS = 25;

    @TempDir
    Path folder;

    private final List<Process> others = new ArrayList<>();
    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private DeviceLock lock;

    @BeforeEach
    void make() {
        lock = new DeviceLock(file(), waits::incrementAndGet, ended::incrementAndGet);
    }

    @AfterEach
    void endOthers() {
        others.forEach(Process::destroyForcibly);
    }

    private Path file() {
        return folder.resolve("device.lock");
    }

    /// Takes the lock as often as it is told to, without a pause, and tells when it had it.
    static final class Other {
        public static void main(String[] args) {
            var lock = new DeviceLock(Path.of(args[0]), () -> {}, () -> {});
            for (int turn = 0; turn < Integer.parseInt(args[1]); turn++)
                lock.holding(() -> {
                    long from = System.nanoTime();
                    pause(Long.parseLong(args[2]));
                    System.out.println(from + " " + System.nanoTime());
                    return null;
                });
        }
    }

    /// Takes the lock, says so, and keeps it.
    static final class Keeper {
        public static void main(String[] args) {
            new DeviceLock(Path.of(args[0]), () -> {}, () -> {}).holding(() -> {
                System.out.println("held");
                pause(60_000);
                return null;
            });
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private BufferedReader start(Class<?> main, Object... more) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                file().toString()));
        for (var each : more) command.add(each.toString());
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        others.add(process);
        return process.inputReader();
    }

    private record Turn(int whose, long from, long to) {}

    @Test
    void processesHaveItOneAtATimeAndTakeTurns() throws Exception {
        var turns = new ArrayList<Turn>();
        var first = start(Other.class, TURNS, 40);
        var second = start(Other.class, TURNS, 40);
        for (var reader : List.of(first, second))
            for (var line : reader.lines().toList()) {
                var numbers = line.split(" ");
                turns.add(new Turn(reader == first ? 1 : 2, Long.parseLong(numbers[0]), Long.parseLong(numbers[1])));
            }
        turns.sort(java.util.Comparator.comparingLong(Turn::from));
        assertThat(turns).hasSize(2 * TURNS);
        var pairs = IntStream.range(1, turns.size()).boxed().toList();
        assertThat(pairs).allMatch(i -> turns.get(i - 1).to() <= turns.get(i).from());
        // one starts before the other does; from then on neither has it twice running
        var together = pairs.stream()
                .filter(i -> turns.get(i - 1).whose() != turns.get(i).whose())
                .count();
        long alone = turns.stream()
                        .takeWhile(turn -> turn.whose() == turns.getFirst().whose())
                        .count()
                + turns.reversed().stream()
                        .takeWhile(turn -> turn.whose() == turns.getLast().whose())
                        .count();
        assertThat(together).isGreaterThanOrEqualTo(turns.size() - alone - 1).isPositive();
    }

    @Test
    void oneThatIsKilledGivesItUp() throws Exception {
        assertThat(start(Keeper.class).readLine()).isEqualTo("held");
        try (var pool = Executors.newSingleThreadExecutor()) {
            var mine = pool.submit(() -> lock.holding(() -> "mine"));
            for (int i = 0; i < 200 && waits.get() == 0; i++) pause(50);
            pause(300);
            assertThat(mine.isDone()).isFalse();
            assertThat(waits).hasValue(1);
            assertThat(ended).hasValue(0);
            others.getFirst().destroyForcibly();
            assertThat(mine.get()).isEqualTo("mine");
            assertThat(ended).hasValue(1);
        }
    }

    @Test
    void aWaitForAnotherProcessEndsWithAnInterrupt() throws Exception {
        assertThat(start(Keeper.class).readLine()).isEqualTo("held");
        var thrown = new AtomicReference<Throwable>();
        var flag = new CountDownLatch(1);
        var waiter = Thread.ofPlatform().start(() -> {
            thrown.set(catchThrowable(() -> lock.holding(() -> "mine")));
            if (Thread.currentThread().isInterrupted()) flag.countDown();
        });
        while (waits.get() == 0) pause(5);
        waiter.interrupt();
        waiter.join();
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(flag.getCount()).isZero();
        others.getFirst().destroyForcibly().waitFor();
        assertThat(lock.holding(() -> "ours again")).isEqualTo("ours again");
    }

    @Test
    void threadsHaveItOneAtATime() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var turns = new ArrayList<Future<Integer>>();
        try (var pool = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                var own = new DeviceLock(file(), () -> {}, () -> {});
                for (int turn = 0; turn < TURNS; turn++)
                    turns.add(pool.submit(() -> own.holding(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        pause(1);
                        return inside.decrementAndGet();
                    })));
            }
            for (var turn : turns) turn.get();
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void whatTheWorkThrowsPassesAndGivesItUp() {
        assertThatThrownBy(() -> lock.holding(() -> {
                    throw new DeviceException("no memory");
                }))
                .isInstanceOf(DeviceException.class)
                .hasMessage("no memory");
        assertThat(lock.holding(() -> 7)).isEqualTo(7);
        assertThat(waits).hasValue(0);
        assertThat(ended).hasValue(0);
    }

    @Test
    void itsFileIsForAllUsersAndMayBeLeftOver() throws IOException {
        assertThat(lock.holding(() -> 1)).isOne();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-rw-rw-");
        assertThat(lock.holding(() -> 2)).isEqualTo(2);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void aFileThatIsNoneOfOursIsToldWithWhatToDo() throws IOException {
        Files.createSymbolicLink(file(), folder.resolve("elsewhere"));
        assertThatThrownBy(() -> lock.holding(() -> 1))
                .isInstanceOf(DeviceException.class)
                .hasMessageStartingWith("cannot use the lock " + file())
                .hasMessageEndingWith("ask its owner to remove it");
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void everyDeviceHasItsOwn() {
        assertThat(DeviceLock.file("cpu")).hasFileName("jforge-cpu.lock");
        assertThat(DeviceLock.file("GPU-8a1b/../c")).hasFileName("jforge-GPU-8a1b____c.lock");
    }
}
