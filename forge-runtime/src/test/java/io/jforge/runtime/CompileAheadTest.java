package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CompileAheadTest {
    private final Queue<String> compiled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);
    private CompileAhead ahead;

    @AfterEach
    void close() {
        gate.countDown();
        ahead.close();
        Thread.interrupted();
    }

    private static Candidate candidate(String mark) {
        return new Candidate(Compilers.softmax("", "/* " + mark + " */"), Map.of());
    }

    private static String mark(Candidate candidate) {
        return candidate.source().text().replaceAll("(?s).*/\\* (\\w+) \\*/.*", "$1");
    }

    /// Each compile says whose it was; one of `slow` waits for the gate.
    private CompileAhead ahead(int width) {
        Function<Candidate, Step<Binary>> compiler = candidate -> {
            compiled.add(mark(candidate) + " on " + (isHere() ? "this thread" : "another"));
            if (mark(candidate).startsWith("slow")) await();
            return Step.stopped(new Outcome.Rejected(mark(candidate)));
        };
        ahead = new CompileAhead(compiler, width);
        return ahead;
    }

    private final Thread here = Thread.currentThread();

    private boolean isHere() {
        return Thread.currentThread() == here;
    }

    private void await() {
        try {
            if (!gate.await(10, TimeUnit.SECONDS)) throw new AssertionError("nobody opened the gate");
        } catch (InterruptedException _) {
            throw new CancellationException("interrupted");
        }
    }

    private void untilCompiled(int count) throws InterruptedException {
        while (compiled.size() < count) Thread.sleep(5);
    }

    private static String outcome(CompileAhead.Compiled of) {
        return ((Step.Stopped<Binary>) of.binary()).outcome().message();
    }

    @Test
    void whatWasNotExpectedIsCompiledWhenItIsAskedFor() {
        var got = ahead(2).get(candidate("one"));
        assertThat(outcome(got)).isEqualTo("one");
        assertThat(compiled).containsExactly("one on this thread");
        assertThat(got.waited()).isGreaterThanOrEqualTo(got.took());
        assertThat(got.ahead()).isZero();
    }

    @Test
    void whatWasExpectedIsReadyOnce() throws InterruptedException {
        ahead(2).expect(List.of(candidate("one")));
        untilCompiled(1);
        assertThat(outcome(ahead.get(candidate("one")))).isEqualTo("one");
        assertThat(outcome(ahead.get(candidate("one")))).isEqualTo("one");
        assertThat(compiled).containsExactly("one on another");
    }

    @Test
    void onlyTheWaitForOneUnderWayIsTheTrialsOwn() throws InterruptedException {
        ahead(1).expect(List.of(candidate("slow")));
        untilCompiled(1);
        Thread.sleep(500);
        var asking = Thread.currentThread();
        Thread.ofVirtual().start(() -> {
            while (asking.getState() == Thread.State.RUNNABLE) pause();
            pause();
            gate.countDown();
        });
        var got = ahead.get(candidate("slow"));
        assertThat(compiled).containsExactly("slow on another");
        assertThat(got.ahead().toMillis())
                .as(got.toString())
                .isBetween(100L, got.took().toMillis() - 10);
    }

    private static void pause() {
        try {
            Thread.sleep(30);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void oneThatIsAskedForDoesNotWaitBehindOthers() throws InterruptedException {
        ahead(1).expect(List.of(candidate("slow")));
        untilCompiled(1);
        assertThat(outcome(ahead.get(candidate("urgent")))).isEqualTo("urgent");
    }

    @Test
    void whatIsNoLongerExpectedIsNotCompiled() throws InterruptedException {
        ahead(1).expect(List.of(candidate("slow")));
        untilCompiled(1);
        ahead.expect(List.of(candidate("stale")));
        ahead.expect(List.of(candidate("fresh")));
        gate.countDown();
        untilCompiled(2);
        ahead.close();
        assertThat(compiled).containsExactly("slow on another", "fresh on another");
    }

    @Test
    void noMoreThanItsWidthIsBegun() {
        ahead(0).expect(List.of(candidate("one")));
        assertThat(compiled).isEmpty();
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        ahead(1).expect(List.of(candidate("slow")));
        untilCompiled(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ahead.get(candidate("slow"))).isInstanceOf(CancellationException.class);
    }
}
