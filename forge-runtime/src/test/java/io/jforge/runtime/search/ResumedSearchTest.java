package io.jforge.runtime.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a search does after it was broken off is what it would have done.
class ResumedSearchTest {
    private static final int ITERATIONS = 40;

    /// A small country, so that places have nothing more to propose before the search ends, with tunables to sweep.
    private static final Proposer SWEPT = (parent, random) -> Land.walker(2)
            .propose(parent, random)
            .map(step -> Land.proposal(step.recipe(), "tune AA in 1 2 3", "tune BB in 1 2"));

    private final List<Trial> trials = new ArrayList<>();
    private Instant now = Instant.EPOCH;

    private static double micros(Candidate candidate) {
        var place = Land.place(candidate);
        double value = 100;
        for (int i = 0; i < place.length(); i++) value += 7 * Math.abs(place.charAt(i) - '1' - i % 2);
        for (long tunable : candidate.assignment().values()) value -= tunable;
        return value;
    }

    private static final Evaluator EVALUATOR = (candidate, _) -> Land.came(
            Land.place(candidate).matches("0.1") ? new Outcome.Crashed("SIGSEGV") : Land.timed(micros(candidate)));

    private Stop run(Search search, Budget budget, Optional<Proposal> from, Past past) {
        trials.clear();
        return new SearchLoop(Land.TASK, search, SWEPT, EVALUATOR, budget, Land.draws(3), () -> now, trials::add)
                .run(Land.proposal("000"), from, past, _ -> 0.5);
    }

    static List<Search> searches() {
        return List.of(new Mcts(), new RandomSearch());
    }

    private static Past before(List<Trial> all, int count) {
        return new Past(all.subList(0, count), true, Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("searches")
    void afterAnyTrialWhatFollowsIsWhatWouldHaveFollowed(Search search) {
        var budget = Budget.iterations(ITERATIONS);
        var stop = run(search, budget, Optional.empty(), Past.NONE);
        var whole = List.copyOf(trials);
        assertThat(whole).hasSizeGreaterThan(30);
        assertThat(whole.stream().anyMatch(trial -> trial.medianMicros().isEmpty()))
                .isTrue();
        for (int count = 1; count <= whole.size(); count++) {
            assertThat(run(search, budget, Optional.empty(), before(whole, count)))
                    .isEqualTo(stop);
            assertThat(trials).isEqualTo(whole.subList(count, whole.size()));
        }
    }

    @Test
    void theSourceItStartedFromIsTriedIfItWasNotBefore() {
        var budget = Budget.iterations(8);
        var from = Optional.of(Land.proposal("111", "tune AA in 1 2 3"));
        run(new Mcts(), budget, from, Past.NONE);
        var whole = List.copyOf(trials);
        for (int count = 1; count <= whole.size(); count++) {
            run(new Mcts(), budget, from, before(whole, count));
            assertThat(trials).isEqualTo(whole.subList(count, whole.size()));
        }
    }

    @Test
    void moreIterationsGoOnWhereTheFewerEnded() {
        run(new Mcts(), Budget.iterations(20), Optional.empty(), Past.NONE);
        var whole = List.copyOf(trials);
        run(new Mcts(), Budget.iterations(6), Optional.empty(), Past.NONE);
        var few = List.copyOf(trials);
        run(new Mcts(), Budget.iterations(20), Optional.empty(), before(few, few.size()));
        assertThat(few).isEqualTo(whole.subList(0, few.size()));
        assertThat(trials.getLast().iteration()).isEqualTo(20);
    }

    @Test
    void whereItsTimesDoNotHoldEveryTrialIsMadeAgainInItsPlace() {
        var budget = Budget.iterations(12);
        run(new Mcts(), budget, Optional.empty(), Past.NONE);
        var whole = List.copyOf(trials);
        run(new Mcts(), budget, Optional.empty(), new Past(whole.subList(0, 9), false, Duration.ZERO));
        assertThat(trials).isEqualTo(whole);
    }

    @Test
    void theTimeThatWasSpentCounts() {
        var budget = new Budget(ITERATIONS, Optional.of(Duration.ofSeconds(10)), Optional.empty(), OptionalInt.empty());
        run(new Mcts(), budget, Optional.empty(), Past.NONE);
        var whole = List.copyOf(trials);
        var stop =
                run(new Mcts(), budget, Optional.empty(), new Past(whole.subList(0, 5), true, Duration.ofSeconds(11)));
        assertThat(stop).isEqualTo(Stop.TIME);
        assertThat(trials).isEmpty();
    }

    @Test
    void patienceCountsFromTheLastGainBeforeTheBreak() {
        var budget = new Budget(ITERATIONS, Optional.empty(), Optional.empty(), OptionalInt.of(3));
        assertThat(run(new Mcts(), budget, Optional.empty(), Past.NONE)).isEqualTo(Stop.PATIENCE);
        var whole = List.copyOf(trials);
        assertThat(run(new Mcts(), budget, Optional.empty(), before(whole, whole.size())))
                .isEqualTo(Stop.PATIENCE);
        assertThat(trials).isEmpty();
    }

    @Test
    void anInterruptBeforeTheFirstNewTrialAddsNone() {
        run(new Mcts(), Budget.iterations(9), Optional.empty(), Past.NONE);
        var whole = List.copyOf(trials);
        Thread.currentThread().interrupt();
        try {
            assertThat(run(new Mcts(), Budget.iterations(ITERATIONS), Optional.empty(), before(whole, 4)))
                    .isEqualTo(Stop.INTERRUPTED);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(trials).isEmpty();
    }
}
