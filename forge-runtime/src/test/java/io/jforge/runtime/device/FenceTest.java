package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real worker, and code that does it every kind of harm; none of it passed a lint.
@Timeout(60)
class FenceTest {
    private static final String CODE = """
            #include <stdlib.h>
            #include <unistd.h>
            #ifdef _OPENMP
            #include <omp.h>
            #endif
            #define ENTRY(name) void name(float *x, float *y, float *s, int n)
            ENTRY(copy) { for (int i = 0; i < n; i++) y[i] = x[i]; }
            ENTRY(half) { for (int i = 0; i < n / 2; i++) y[i] = x[i]; }
            ENTRY(wild_write) { *(volatile float *) 16 = x[0]; }
            ENTRY(zero_division) { volatile int zero = 0; y[0] = n / zero; }
            ENTRY(trap) { __builtin_trap(); }
            ENTRY(hang) { for (volatile int i = 0;; i++); }
            ENTRY(leave) { _exit(7); }
            static float deeper(volatile float *p, int n) {
                volatile float kept[256];
                for (int i = 0; i < 256; i++) kept[i] = p[i % 4];
                return n < 0 ? 0 : deeper(kept, n + 1) + kept[n % 256];
            }
            ENTRY(recursion) { y[0] = deeper(x, 1); }
            ENTRY(large_local) { volatile char room[6 << 20]; for (int i = 0; i < sizeof room; i++) room[i] = 1; y[0] = room[n]; }
            ENTRY(past_end) { ((char *) (y + n))[0] = 0; }
            ENTRY(before_start) { ((char *) y)[-1] = 0; }
            ENTRY(past_input) { x[n] = 0; }
            ENTRY(change_input) { x[n / 2] += 1; }
            ENTRY(keep_scratch) { for (int i = 0; i < n; i++) y[i] = s[i]; }
            ENTRY(past_scratch) { s[n] = 0; }
            ENTRY(wild_thread) {
            #pragma omp parallel num_threads(2)
                *(volatile float *) 16 = x[0];
            }
            ENTRY(team) {
            #ifdef _OPENMP
                y[0] = omp_get_max_threads();
            #endif
            }
            /* how often it was called, found an answer in place, and was given other inputs than before */
            ENTRY(counts) {
                static float calls, answers, moves, *last;
                calls++;
                answers += y[0] == 5;
                moves += x != last;
                last = x;
                y[0] = 5; y[1] = calls; y[2] = answers; y[3] = moves;
            }
            /* how often it was called, found an answer in place, and was given contents that it had been given before */
            ENTRY(remembers) {
                static float calls, answers, known, seen[256];
                int met = 0;
                for (int i = 0; i < calls; i++) met |= seen[i] == x[0];
                known += met;
                answers += y[0] == 5;
                seen[(int) calls++] = x[0];
                y[0] = 5; y[1] = calls; y[2] = answers; y[3] = known;
            }
            ENTRY(slow) { usleep(1500000); y[0] = 1; }
            ENTRY(second_call_changes) { static int calls; if (++calls > 1) x[0] += 1; }
            """;
    private static final int N = 1000;
    private static final Duration ENOUGH = Duration.ofSeconds(20);
    private static final byte NAN = (byte) 0xFF;

    @TempDir
    static Path folder;

    private static Path library;
    private static Path host;
    private static Fence fence;

    @BeforeAll
    static void startAWorker() {
        var compiler = Compilers.in(folder, Compilers.USUAL);
        var text = Resources.text("/prelude/forge.h") + Resources.text("/host/host.c");
        library = compiler.library("harm", CODE, List.of("-O0"));
        host = compiler.library("host", text, List.of());
        fence = new Fence("cpu", folder, host);
    }

    @AfterAll
    static void nothingIsLeftBehind() throws InterruptedException {
        fence.close();
        assertNoWorkerIsLeft();
    }

    private static void assertNoWorkerIsLeft() throws InterruptedException {
        for (int i = 0; i < 100 && workers() > 0; i++) Thread.sleep(50);
        assertThat(workers()).isZero();
    }

    private static long workers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains(Worker.class.getName()))
                .count();
    }

    private static Call call(String entry, int threads, List<BufferSpec> scratch) {
        var args = List.<PlannedArg>of(
                new PlannedArg.Buffer("x"),
                new PlannedArg.Buffer("y"),
                new PlannedArg.Buffer("s"),
                new PlannedArg.I32(N));
        return new Call(1, scratch, List.of(PlannedLaunch.cpu(entry, threads, args)));
    }

    private static Call call(String entry) {
        return call(entry, 1, List.of());
    }

    private static void ready(int sets) {
        if (!fence.isLoaded(1)) fence.load(1, library);
        fence.use(List.of(BufferSpec.input("x", DType.F32, N), BufferSpec.output("y", DType.F32, N)), sets);
        for (int set = 0; set < sets; set++) fence.fill(set, List.of(Fill.normal(set)));
    }

    private static Step<Fence.Ran> run(Call call, byte poison, Duration deadline) {
        return fence.within("verify", () -> {
            ready(1);
            return fence.run(call, 0, poison, deadline);
        });
    }

    private static Step<Fence.Ran> run(String entry) {
        return run(call(entry), NAN, ENOUGH);
    }

    private static <T> T passed(Step<T> step) {
        return switch (step) {
            case Step.Passed<T>(T value) -> value;
            case Step.Stopped<T>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
    }

    private static Outcome stopped(Step<?> step) {
        return step.outcome(_ -> new Outcome.Rejected("it passed"));
    }

    private static float[] outputs() {
        return outputs(fence);
    }

    private static float[] outputs(Fence of) {
        try (var arena = Arena.ofConfined()) {
            return of.outputs(4L * N, arena).toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    private static void honestCodeRunsClean() {
        assertThat(passed(run("copy"))).isEqualTo(new Fence.Ran(List.of(), List.of()));
        assertThat(outputs()).doesNotContain(Float.NaN);
    }

    @Test
    void outputsComeBackAndWhatWasNotWrittenIsPoison() {
        passed(run("half"));
        for (int i = 0; i < N; i++) assertThat(Float.isNaN(outputs()[i])).isEqualTo(i >= N / 2);
        passed(run(call("half"), (byte) 0xA5, ENOUGH));
        assertThat(Float.floatToRawIntBits(outputs()[N - 1])).isEqualTo(0xA5A5A5A5);
    }

    @Test
    void oneWorkerServesOneAfterTheOther() {
        honestCodeRunsClean();
        int before = fence.workersStarted();
        for (int i = 0; i < 20; i++) honestCodeRunsClean();
        assertThat(fence.workersStarted()).isEqualTo(before);
    }

    /// Each sample follows a run on the same inputs, and finds no answer ready.
    @Test
    void aWarmSampleFollowsARunAndPoison() {
        passed(run("counts"));
        ready(3);
        passed(fence.time(List.of(call("counts")), Sampling.usual().exactly(9).warmly(), 0, ENOUGH));
        passed(fence.run(call("counts"), 0, NAN, ENOUGH));
        var seen = outputs();
        // verified, run before the timing, nine pairs, verified
        assertThat(seen[1]).isEqualTo(1 + 1 + 2 * 9 + 1);
        // the first of each pair but the first finds what the pair before left
        assertThat(seen[2]).isBetween(9f, 10f);
        assertThat(seen[3]).isEqualTo(2);
    }

    /// A cold sample in turn with others follows a run on other inputs; one that is alone does not.
    @Test
    void aLedSampleFollowsARunOfItsOwn() {
        passed(run("counts"));
        ready(3);
        passed(fence.time(List.of(call("counts")), Sampling.usual().exactly(9).led(), 0, ENOUGH));
        passed(fence.time(List.of(call("counts")), Sampling.usual().exactly(9), 0, ENOUGH));
        passed(fence.run(call("counts"), 0, NAN, ENOUGH));
        // verified, run before each timing, nine pairs, nine alone, verified
        assertThat(outputs()[1]).isEqualTo(1 + 1 + 2 * 9 + 1 + 9 + 1);
    }

    private static FreshInputs fresh(long seed) {
        return new FreshInputs(seed, List.of(Fill.normal(seed)));
    }

    /// Cold, led or warm: no contents come twice to be measured, and no answer is there to be found.
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true"})
    void aSampleOfFreshInputsHasNothingToRemember(boolean led, boolean warm) {
        var sampling = Sampling.usual().exactly(9);
        if (led) sampling = sampling.led();
        if (warm) sampling = sampling.warmly();
        passed(run("remembers"));
        var before = outputs();
        ready(3);
        passed(fence.time(List.of(call("remembers")), sampling, 0, ENOUGH, fresh(5 + sampling.hashCode()), true));
        var seen = outputs();
        int unmeasured = 1 + (led || warm ? 9 : 0);
        assertThat(seen[1] - before[1]).as("calls").isEqualTo(9 + unmeasured);
        // those that are not measured may find an answer, and contents of an earlier sample
        assertThat(seen[2] - before[2]).as("answers").isLessThanOrEqualTo(unmeasured);
        assertThat(seen[3] - before[3]).as("contents").isLessThanOrEqualTo(unmeasured);
    }

    @Test
    void theLastSampleHasTheInputsThatWereAskedFor() {
        ready(3);
        passed(fence.time(List.of(call("copy")), Sampling.usual().exactly(5), 0, ENOUGH, fresh(77), true));
        var timed = outputs();
        fence.fill(0, List.of(Fill.normal(77)));
        passed(fence.run(call("copy"), 0, NAN, ENOUGH));
        assertThat(outputs()).isEqualTo(timed);
        assertThat(timed[0]).isNotEqualTo(timed[1]);
    }

    @Test
    void anInputThatWasChangedBeforeItWasMadeAnewIsSeen() {
        var times = fence.within("time", () -> {
            ready(3);
            var call = call("second_call_changes");
            return fence.time(List.of(call), Sampling.usual().exactly(12), 0, ENOUGH, fresh(5), false);
        });
        assertThat(passed(times).ran().changedInputs()).containsExactly("x");
    }

    @Test
    void aDigestIsOfWhatTheOutputsHold() {
        passed(run("copy"));
        long first = fence.digest();
        assertThat(fence.digest()).isEqualTo(first);
        passed(run("half"));
        assertThat(fence.digest()).isNotEqualTo(first);
        passed(run("copy"));
        assertThat(fence.digest()).isEqualTo(first);
    }

    /// A host module that ends the process which loads it: as many as `times` processes.
    private static Fence lostAtItsStart(String name, int times) throws IOException {
        var folder = Files.createDirectory(FenceTest.folder.resolve(name));
        var code = """
                #include <fcntl.h>
                #include <stdio.h>
                #include <unistd.h>
                __attribute__((constructor)) static void last(void) {
                    for (int i = 0; i < %d; i++) {
                        char path[4096];
                        snprintf(path, sizeof path, "%s/%%d", i);
                        if (open(path, O_CREAT | O_EXCL, 0600) >= 0) _exit(9);
                    }
                }
                """.formatted(times, folder);
        var text = Resources.text("/prelude/forge.h") + Resources.text("/host/host.c") + code;
        return Fence.open("cpu", folder, Compilers.in(folder, Compilers.USUAL).library(name, text, List.of()));
    }

    @Test
    void aWorkerThatIsLostAtItsStartIsNoCandidatesDoing() throws IOException {
        try (var once = lostAtItsStart("once", 1)) {
            assertThat(passed(run(once, "copy", ENOUGH))).isEqualTo(new Fence.Ran(List.of(), List.of()));
            assertThat(once.workersStarted()).isEqualTo(2);
        }
        try (var twice = lostAtItsStart("twice", 2)) {
            assertThatThrownBy(() -> run(twice, "copy", ENOUGH))
                    .isInstanceOf(DeviceException.class)
                    .hasMessage("a worker process was lost as it started, twice: the process ended with status 9");
            assertThat(passed(run(twice, "copy", ENOUGH))).isEqualTo(new Fence.Ran(List.of(), List.of()));
        }
    }

    /// With a file of outputs of its own: a candidate that goes on after its deadline still writes there.
    private static Fence inThisProcess() throws IOException {
        return new Fence("cpu", Files.createTempDirectory(folder, "same"), host, Isolation.IN_PROCESS);
    }

    private static Step<Fence.Ran> run(Fence other, String entry, Duration deadline) {
        return other.within("verify", () -> {
            if (!other.isLoaded(1)) other.load(1, library);
            other.use(List.of(BufferSpec.input("x", DType.F32, N), BufferSpec.output("y", DType.F32, N)), 1);
            other.fill(0, List.of(Fill.normal(1)));
            return other.run(call(entry), 0, NAN, deadline);
        });
    }

    @Test
    void inThisProcessTheSameComesOutAndNoProcessIsStarted() throws Exception {
        fence.close();
        assertNoWorkerIsLeft();
        try (var same = inThisProcess()) {
            assertThat(passed(run(same, "copy", ENOUGH))).isEqualTo(new Fence.Ran(List.of(), List.of()));
            assertThat(workers()).isZero();
            var here = outputs(same);
            assertThat(here).doesNotContain(Float.NaN);
            assertThat(passed(run(same, "past_end", ENOUGH)).brokenGuards()).containsExactly("y");
            assertThat(same.roundTrip()).isLessThan(Duration.ofMillis(20));
            passed(run("copy"));
            fence.fill(0, List.of(Fill.normal(1)));
            passed(fence.run(call("copy"), 0, NAN, ENOUGH));
            assertThat(outputs()).isEqualTo(here);
        }
    }

    @Test
    void inThisProcessADeadlineSaysThatNothingCanEndIt() throws IOException {
        try (var same = inThisProcess()) {
            passed(run(same, "copy", ENOUGH));
            assertThatThrownBy(() -> run(same, "slow", Duration.ofMillis(200)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessage("a candidate did not end in 0.2 s, and in this process nothing can end it: restart it"
                            + " (in a notebook, the kernel), and use --isolation worker");
        }
    }

    @Test
    void inThisProcessAnInterruptDoesNotWaitForTheCandidate() throws IOException {
        try (var same = inThisProcess()) {
            passed(run(same, "copy", ENOUGH));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> run(same, "slow", ENOUGH)).isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "wild_write, illegal address (SIGSEGV) in wild_write",
        "wild_thread, illegal address (SIGSEGV) in wild_thread",
        "zero_division, 'arithmetic trap, such as an integer division by zero (SIGFPE) in zero_division'",
        "trap, illegal instruction or trap (SIGILL) in trap",
        "recursion, stack overflow: local arrays or calls in calls took more than 8 MB",
        "leave, the process ended with status 7"
    })
    void aCrashIsTheCandidatesOutcomeAndTheNextRunsOnAFreshWorker(String entry, String how) {
        honestCodeRunsClean();
        int before = fence.workersStarted();
        assertThat(stopped(run(entry))).isEqualTo(new Outcome.Crashed(how));
        honestCodeRunsClean();
        assertThat(fence.workersStarted()).isEqualTo(before + 1);
    }

    @Test
    void aHangIsTimedOutAndTheNextRunsOnAFreshWorker() {
        honestCodeRunsClean();
        int before = fence.workersStarted();
        long start = System.nanoTime();
        assertThat(stopped(run(call("hang"), NAN, Duration.ofMillis(300))))
                .isEqualTo(new Outcome.TimedOut("verify", Duration.ofMillis(300)));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        honestCodeRunsClean();
        assertThat(fence.workersStarted()).isEqualTo(before + 1);
        assertThat(workers()).isOne();
    }

    @Test
    void sixMegabytesOfLocalsFitTheStackAsTheyWouldInAProgram() {
        passed(run("large_local"));
        assertThat(outputs()[0]).isOne();
    }

    @Test
    void anEntryThatIsNotThereIsForbiddenAndCostsNoWorker() {
        honestCodeRunsClean();
        int before = fence.workersStarted();
        assertThat(stopped(run("missing")))
                .isEqualTo(new Outcome.Forbidden(
                        "launch",
                        "the launch names 'missing', which the compiled code does not export; is it static, or spelt"
                                + " otherwise?"));
        honestCodeRunsClean();
        assertThat(fence.workersStarted()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"past_end, y", "before_start, y", "past_input, x"})
    void aWriteOutsideIsSeenAndNotBlamedOnTheNext(String entry, String buffer) {
        assertThat(passed(run(entry)).brokenGuards()).containsExactly(buffer);
        honestCodeRunsClean();
    }

    @Test
    void aChangedInputIsSeenAndNotBlamedOnTheNext() {
        assertThat(passed(run("change_input")).changedInputs()).containsExactly("x");
        honestCodeRunsClean();
    }

    @Test
    void scratchIsPoisonedOrZeroAndGuarded() {
        passed(run(call("keep_scratch", 1, List.of(BufferSpec.scratch("s", DType.F32, N, false))), NAN, ENOUGH));
        assertThat(outputs()).containsOnly(Float.NaN);
        passed(run(call("keep_scratch", 1, List.of(BufferSpec.scratch("s", DType.F32, N, true))), NAN, ENOUGH));
        assertThat(outputs()).containsOnly(0);
        var past = call("past_scratch", 1, List.of(BufferSpec.scratch("s", DType.F32, N, false)));
        assertThat(passed(run(past, NAN, ENOUGH)).brokenGuards()).containsExactly("s");
    }

    @ParameterizedTest
    @CsvSource({"1099511627776", "2305843009213693950"})
    void scratchThatNoMachineHasIsForbiddenInWords(long elements) {
        honestCodeRunsClean();
        int before = fence.workersStarted();
        var greedy = call("keep_scratch", 1, List.of(BufferSpec.scratch("s", DType.F32, elements, false)));
        assertThat(stopped(run(greedy, NAN, ENOUGH))).isInstanceOfSatisfying(Outcome.Forbidden.class, forbidden -> {
            assertThat(forbidden.rule()).isEqualTo("launch");
            assertThat(forbidden.why()).matches("its scratch takes [\\d.]+ GB, this machine has [\\d.]+ GB free");
        });
        honestCodeRunsClean();
        assertThat(fence.workersStarted()).isEqualTo(before);
    }

    @Test
    void theTeamHasTheThreadsThatTheLaunchAsksFor() {
        org.junit.jupiter.api.Assumptions.assumeTrue(Compilers.USUAL.openmp(), "this compiler has OpenMP");
        for (int threads : new int[] {3, 1, 2}) {
            passed(run(call("team", threads, List.of()), NAN, ENOUGH));
            assertThat(outputs()[0]).isEqualTo(threads);
        }
    }

    private static Step<Fence.Times> time(Sampling sampling, Call... calls) {
        return fence.within("time", () -> {
            ready(3);
            return fence.time(List.of(calls), sampling, 0, ENOUGH);
        });
    }

    @Test
    void callsAreTimedInTurn() {
        var times = passed(time(Sampling.usual().exactly(11), call("copy"), call("half")));
        assertThat(times.timings()).hasSize(2).allSatisfy(timing -> {
            assertThat(timing.samplesNanos()).hasSize(11).allMatch(nanos -> nanos > 0);
            assertThat(timing.racedOut()).isFalse();
        });
        assertThat(times.ran()).isEqualTo(new Fence.Ran(List.of(), List.of()));
    }

    @Test
    void aSlowOneIsRacedOut() {
        var timing = passed(time(Sampling.usual().racing(0.001), call("copy")))
                .timings()
                .getFirst();
        assertThat(timing.racedOut()).isTrue();
        assertThat(timing.samplesNanos()).hasSize(3);
    }

    @Test
    void whatTimingTouchesIsSeenAndNotBlamedOnTheNext() {
        var ran = passed(time(Sampling.usual().exactly(5), call("second_call_changes")))
                .ran();
        assertThat(ran.changedInputs()).containsExactly("x");
        assertThat(passed(time(Sampling.usual().exactly(5), call("copy"))).ran())
                .isEqualTo(new Fence.Ran(List.of(), List.of()));
        assertThat(passed(time(Sampling.usual().exactly(3), call("past_end")))
                        .ran()
                        .brokenGuards())
                .containsExactly("y");
        honestCodeRunsClean();
    }

    @Test
    void aCrashOrAHangWhileTimingIsTheCandidatesToo() {
        assertThat(stopped(time(Sampling.usual(), call("wild_write"))))
                .isEqualTo(new Outcome.Crashed("illegal address (SIGSEGV) in wild_write"));
        var hung = fence.within("time", () -> {
            ready(3);
            return fence.time(List.of(call("hang")), Sampling.usual(), 0, Duration.ofMillis(200));
        });
        assertThat(stopped(hung)).isEqualTo(new Outcome.TimedOut("time", Duration.ofMillis(200)));
        honestCodeRunsClean();
    }

    @Test
    void moreShapesThanAreKeptTakeTurns() {
        for (int round = 0; round < 2; round++)
            for (int n = 1; n <= 40; n++) {
                int elements = n * 100;
                fence.use(
                        List.of(
                                BufferSpec.input("x", DType.F32, elements),
                                BufferSpec.output("y", DType.F32, elements)),
                        1);
                fence.fill(0, List.of(Fill.normal(n)));
            }
        honestCodeRunsClean();
    }

    private static Throwable interrupted(Supplier<?> work, long afterMillis) throws InterruptedException {
        var thrown = new AtomicReference<Throwable>();
        var stillInterrupted = new AtomicReference<Boolean>();
        var thread = Thread.ofPlatform().start(() -> {
            thrown.set(catchThrowable(work::get));
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });
        Thread.sleep(afterMillis);
        long start = System.nanoTime();
        thread.interrupt();
        thread.join(5000);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        assertThat(stillInterrupted.get()).isTrue();
        return thrown.get();
    }

    @Test
    void anInterruptEndsAHangAtOnceAndLeavesNoProcess() throws InterruptedException {
        honestCodeRunsClean();
        assertThat(interrupted(() -> run("hang"), 300)).isInstanceOf(CancellationException.class);
        assertNoWorkerIsLeft();
        honestCodeRunsClean();
    }

    @Test
    void anInterruptWhileOutputsAreReadIsACancellationToo() {
        honestCodeRunsClean();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(FenceTest::outputs).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        honestCodeRunsClean();
    }
}
