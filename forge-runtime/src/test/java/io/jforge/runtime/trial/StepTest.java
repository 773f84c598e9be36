package io.jforge.runtime.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StepTest {
    private static final Outcome WRONG = new Outcome.Wrong("reference", "y[0] is 1, should be 2");
    private static final Outcome TIMED = new Outcome.Timed(new Timing(List.of(1000L), false), Evidence.none());

    @Test
    void eachStageGetsWhatTheOneBeforePassed() {
        var outcome = Step.passed(2)
                .then(n -> Step.passed(n * 21))
                .then(n -> Step.passed("got " + n))
                .outcome(text -> new Outcome.Rejected(text));
        assertThat(outcome).isEqualTo(new Outcome.Rejected("got 42"));
    }

    @Test
    void noStageRunsAfterOneThatStopped() {
        var ran = new AtomicInteger();
        Step<Integer> stopped = Step.stopped(WRONG);
        var outcome = stopped.then(n -> {
                    ran.incrementAndGet();
                    return Step.passed(n);
                })
                .outcome(_ -> TIMED);
        assertThat(outcome).isSameAs(WRONG);
        assertThat(ran).hasValue(0);
    }

    @Test
    void everyOutcomeHasALabelAndAMessage() {
        var timing = new Timing(List.of(1500L), false);
        assertThat(List.of(
                        new Outcome.Rejected("softmax.c:3: error"),
                        new Outcome.Forbidden("symbol", "it calls 'system'"),
                        new Outcome.Crashed("illegal address (SIGSEGV) in softmax"),
                        new Outcome.TimedOut("verify", Duration.ofMillis(1500)),
                        WRONG,
                        new Outcome.Suspect(timing, 4.25, "too fast"),
                        TIMED))
                .extracting(Outcome::label, Outcome::message)
                .extracting(Object::toString)
                .containsExactly(
                        "(\"rejected\", \"softmax.c:3: error\")",
                        "(\"forbidden\", \"symbol: it calls 'system'\")",
                        "(\"crashed\", \"illegal address (SIGSEGV) in softmax\")",
                        "(\"timed out\", \"verify took longer than 1.5 s\")",
                        "(\"wrong\", \"reference: y[0] is 1, should be 2\")",
                        "(\"suspect\", \"1.5 us is under the floor of 4.3 us: too fast\")",
                        "(\"timed\", \"1.0 us [1.0, 1.0], 1 samples\")");
    }

    @Test
    void evidenceAddsUpAndKeepsTheWorst() {
        var before = Evidence.of(check("1x7", 0.25)).and(Evidence.noting("drift"));
        var after = Evidence.of(check("64x128", 0.125)).and(Evidence.noting("drift"));
        var both = before.and(after);
        assertThat(both.checks())
                .extracting(Check::label)
                .containsExactly("1x7 normal, seed 2a", "64x128 normal, seed 2a");
        assertThat(both.worstShare()).isEqualTo(0.25);
        assertThat(both.notes()).containsExactly("drift");
        assertThat(Evidence.none().worstShare()).isZero();
    }

    private static Check check(String shape, double share) {
        return new Check(Rung.TRIAL, Check.Moment.BEFORE, shape, "normal", 42, share, 1e-7, Duration.ofMillis(3));
    }
}
