package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.trial.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a candidate may do wrong on a GPU: each is caught by the check that is meant for it, and a good one that
/// comes after it is timed.
@Gpu
@Timeout(60)
class GpuCatchTest {
    @TempDir
    static Path folder;

    private static GpuBench bench;
    private static int good;

    /// 32 MiB of results: judged on the device.
    @BeforeAll
    static void ready() {
        bench = GpuBench.of(folder, "softmax", "2048x4096", "f32");
    }

    @AfterAll
    static void end() {
        if (bench != null) bench.close();
    }

    /// Another binary each time: one that was measured before would not be run.
    @AfterEach
    void aGoodOneIsTimed() {
        var outcome = bench.evaluate(Softmaxes.right(64 + 32 * good++));
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Timed.class);
    }

    private static void assertWrong(String text, String check, String what) {
        var outcome = bench.evaluate(text);
        assertThat(outcome).as(outcome.message()).isInstanceOfSatisfying(Outcome.Wrong.class, wrong -> {
            assertThat(wrong.check()).isEqualTo(check);
            assertThat(wrong.what()).matches(what);
        });
    }

    private static void assertCrashed(String text, String how) {
        var outcome = bench.evaluate(text);
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Crashed.class);
        assertThat(outcome.message()).matches(how);
    }

    private static void assertRefused(String text, String why) {
        var outcome = bench.evaluate(text);
        assertThat(outcome).as(outcome.message()).isInstanceOfSatisfying(Outcome.Forbidden.class, forbidden -> {
            assertThat(forbidden.rule()).isEqualTo("launch");
            assertThat(forbidden.why()).matches(why);
        });
    }

    private static void assertTimedOut(String text, String stage, Duration atMost) {
        long start = System.nanoTime();
        var outcome = bench.evaluate(text);
        assertThat(outcome).as(outcome.message()).isInstanceOfSatisfying(Outcome.TimedOut.class, late -> {
            assertThat(late.stage()).isEqualTo(stage);
            assertThat(late.limit()).isLessThanOrEqualTo(atMost);
        });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(atMost.plusSeconds(10));
    }

    @Test
    void aWritePastTheEnd() {
        assertWrong(
                Cheat.text("softmax/past-the-end.cu"), "guard zone", "wrote outside of y at softmax \\d+x\\d+ f32 .*");
    }

    @Test
    void aWriteBeforeTheBeginning() {
        assertWrong(
                Cheat.text("softmax/before-the-beginning.cu"),
                "guard zone",
                "wrote outside of y at softmax \\d+x\\d+ f32 .*");
    }

    @Test
    void aChangedInput() {
        assertWrong(
                Cheat.text("softmax/changes-its-input.cu"),
                "input hash",
                "changed its input x at softmax \\d+x\\d+ f32 .*");
    }

    @Test
    void anElementThatIsNeverWritten() {
        assertWrong(
                Cheat.text("softmax/leaves-one-out.cu"),
                "reference",
                "y\\[\\d+,\\d+\\] was never written(; .*)? at .*");
    }

    @Test
    void anElementOfALargeOutputThatIsNeverWritten() {
        assertWrong(
                Cheat.text("softmax/leaves-one-out-at-full-shape.cu"),
                "reference",
                "y\\[2047,4095\\] .* at softmax 2048x4096 f32 .*");
    }

    @Test
    void anElementOfALargeOutputThatIsAHundredthOff() {
        assertWrong(
                Cheat.text("softmax/one-wrong-at-full-shape.cu"),
                "reference",
                "y\\[1777,3000\\] is [\\d.e-]+, should be [\\d.e-]+ \\(off by .*\\) at softmax 2048x4096 f32 normal.*");
    }

    @Test
    void oneThatIsRightForTheFirstCallsOnly() {
        assertWrong(
                Cheat.text("softmax/right-for-the-first-calls.cu"),
                "timed sample",
                ".* at softmax 2048x4096 f32 normal.*");
    }

    @Test
    void anIllegalAddress() {
        assertCrashed(
                Cheat.text("softmax/illegal-address.cu"), "an illegal memory access was encountered \\(700\\) in .*");
    }

    @Test
    void aMisalignedAddress() {
        assertCrashed(Cheat.text("softmax/misaligned-address.cu"), "misaligned address \\(716\\) in .*");
    }

    @Test
    void aTrap() {
        assertCrashed(
                Cheat.text("softmax/traps.cu"),
                "(unspecified launch failure \\(719\\)|an illegal instruction was encountered \\(715\\)) in .*");
    }

    @Test
    void aHang() {
        assertTimedOut(Cheat.text("softmax/hangs.cu"), "verify", GpuBench.SHORT.run());
    }

    /// The deadline follows from the longest run so far, which takes milliseconds.
    @Test
    void aHangWhileItIsTimed() {
        assertTimedOut(
                Cheat.text("softmax/hangs-when-timed.cu"),
                "time",
                GpuBench.SHORT.grace().plusSeconds(20));
    }

    @Test
    void aLaunchForWhichThereIsNotEnoughSharedMemory() {
        assertRefused(
                Cheat.text("softmax/too-much-shared-memory.cu"), "the device refuses it: invalid argument for 240000");
    }

    @Test
    void aLaunchForWhichThereAreNotEnoughRegisters() {
        assertRefused(Cheat.text("softmax/too-many-registers.cu"), "launching softmax: .+ \\(\\d+\\)");
    }
}
