package io.jforge.runtime.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.propose.Parent;
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
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SearchLoopTest {
    private static final String START = "000000";

    private final List<Trial> trials = new ArrayList<>();
    private Search search = new Mcts();
    private Proposer proposer = Land.walker(3);
    private Evaluator evaluator = Land.taking(SearchLoopTest::hills);
    private final AtomicLong seconds = new AtomicLong();

    @AfterEach
    void leaveNoInterruptBehind() {
        Thread.interrupted();
    }

    /// Each digit has a best value of its own, and two pairs of them spoil each other.
    private static double hills(Candidate candidate) {
        var at = Land.place(candidate).chars().map(c -> c - '0').toArray();
        double log = 0;
        for (int i = 0; i < at.length; i++) log -= (1.5 - Math.abs(at[i] - (i % 2 + 2))) * (i + 1) / 8.0;
        if (at.length > 5 && at[0] == 2 && at[1] == 2) log += 1;
        if (at.length > 5 && at[4] == 1 && at[5] == 3) log += 1;
        return 1000 * Math.exp(log);
    }

    private SearchLoop loop(Budget budget, long seed) {
        return new SearchLoop(
                Land.TASK,
                search,
                proposer,
                evaluator,
                budget,
                Land.draws(seed),
                () -> Instant.ofEpochSecond(seconds.get()),
                trials::add);
    }

    private Stop run(Budget budget) {
        return loop(budget, 1).run(Land.proposal(START), _ -> 0.5);
    }

    private List<String> tree(Search how, long seed) {
        search = how;
        trials.clear();
        loop(Budget.iterations(25), seed).run(Land.proposal(START), _ -> 0.5);
        return trials.stream()
                .map(trial -> trial.parentNode() + ">" + trial.recipe())
                .toList();
    }

    private static Budget budget(String time, String goal, int patience) {
        return new Budget(
                100,
                Optional.of(time).filter(text -> !text.isEmpty()).map(Duration::parse),
                Optional.of(goal).filter(text -> !text.isEmpty()).map(Goal::parse),
                patience == 0 ? OptionalInt.empty() : OptionalInt.of(patience));
    }

    @Test
    void theSameSeedMakesTheSameTree() {
        assertThat(tree(new Mcts(), 7)).isEqualTo(tree(new Mcts(), 7)).hasSize(26);
        assertThat(tree(new RandomSearch(), 7)).isEqualTo(tree(new RandomSearch(), 7));
    }

    @Test
    void anotherSeedMakesAnotherTree() {
        assertThat(tree(new Mcts(), 7)).isNotEqualTo(tree(new Mcts(), 8));
        assertThat(tree(new RandomSearch(), 7)).isNotEqualTo(tree(new RandomSearch(), 8));
    }

    @Test
    void mctsBeatsRandomSearchOnAverage() {
        double mcts = 0;
        double random = 0;
        for (int seed = 0; seed < 20; seed++) {
            mcts += logOfBest(new Mcts(), seed) / 20;
            random += logOfBest(new RandomSearch(), seed) / 20;
        }
        assertThat(Math.exp(random - mcts))
                .as("how many times faster its winners are")
                .isGreaterThan(2);
    }

    private double logOfBest(Search how, long seed) {
        search = how;
        trials.clear();
        loop(Budget.iterations(30), seed).run(Land.proposal(START), _ -> 0.5);
        return Math.log(trials.stream()
                .mapToDouble(trial -> trial.medianMicros().orElseThrow())
                .min()
                .orElseThrow());
    }

    @Test
    void trialsAreNumberedInOrderAndTheRootIsTheNaiveOne() {
        run(Budget.iterations(5));
        assertThat(trials).extracting(Trial::number).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(trials).extracting(Trial::iteration).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(trials.getFirst().parentNode()).isEqualTo(-1);
        assertThat(trials.stream().skip(1))
                .allSatisfy(trial -> assertThat(trial.parentNode()).isLessThan(trial.node()));
    }

    @Test
    void itStopsWhenAllIterationsAreDone() {
        assertThat(run(Budget.iterations(4))).isEqualTo(Stop.ITERATIONS);
        assertThat(trials).hasSize(5);
    }

    @Test
    void itStopsWhenTheTimeIsUp() {
        evaluator = takingTenSeconds();
        assertThat(run(budget("PT35S", "", 0))).isEqualTo(Stop.TIME);
        assertThat(trials).hasSize(4);
    }

    @Test
    void aSweepEndsWithTheTime() {
        evaluator = takingTenSeconds();
        proposer = (parent, _) -> Optional.of(Land.proposal(parent.recipe() + "1", "tune AA in 1 2 3 4"));
        assertThat(run(budget("PT25S", "", 0))).isEqualTo(Stop.TIME);
        assertThat(trials).hasSize(3);
    }

    private Evaluator takingTenSeconds() {
        return (_, _) -> {
            seconds.addAndGet(10);
            return Land.came(Land.timed(100));
        };
    }

    @Test
    void itStopsAtTheSpeedupThatWasWanted() {
        evaluator = faster();
        assertThat(run(budget("", "3x", 0))).isEqualTo(Stop.GOAL);
        assertThat(trials).hasSize(3);
    }

    @Test
    void itStopsAtTheShareOfTheRooflineThatWasWanted() {
        evaluator = faster();
        var stop = loop(budget("", "0.9roofline", 0), 1)
                .run(Land.proposal(START), trial -> 90 / trial.medianMicros().orElseThrow());
        assertThat(stop).isEqualTo(Stop.GOAL);
        assertThat(trials.getLast().medianMicros()).hasValue(100);
    }

    @Test
    void aGoalThatTheLastIterationReachesIsReached() {
        evaluator = faster();
        var last = new Budget(2, Optional.empty(), Optional.of(Goal.parse("2x")), OptionalInt.empty());
        assertThat(run(last)).isEqualTo(Stop.GOAL);
    }

    /// 600, 300, 200, 150, 120, 100 ...
    private Evaluator faster() {
        return (_, _) -> Land.came(Land.timed(600.0 / (trials.size() + 1)));
    }

    @Test
    void itStopsWhenNothingWasGainedForTooLong() {
        evaluator = Land.taking(_ -> 100);
        assertThat(run(budget("", "", 3))).isEqualTo(Stop.PATIENCE);
        assertThat(trials).hasSize(4);
    }

    @Test
    void aGainRenewsThePatience() {
        evaluator = (_, _) -> Land.came(Land.timed(trials.size() < 6 ? 100 - trials.size() / 2 : 100));
        assertThat(run(budget("", "", 3))).isEqualTo(Stop.PATIENCE);
        assertThat(trials).hasSize(8);
    }

    @Test
    void itStopsWhenNothingIsLeftToTry() {
        proposer = Land.walker(1);
        var loop = loop(Budget.iterations(100), 1);
        assertThat(loop.run(Land.proposal("00"), _ -> 0.5)).isEqualTo(Stop.EXHAUSTED);
        assertThat(trials).extracting(Trial::recipe).containsExactlyInAnyOrder("00", "01", "10", "11");
    }

    @Test
    void anInterruptEndsItAndKeepsWhatWasTried() {
        evaluator = interruptingAt(3);
        assertThat(run(Budget.iterations(100))).isEqualTo(Stop.INTERRUPTED);
        assertThat(trials).hasSize(3);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void anInterruptInTheLastTrialIsNotOverlooked() {
        evaluator = interruptingAt(3);
        assertThat(run(Budget.iterations(2))).isEqualTo(Stop.INTERRUPTED);
    }

    @Test
    void anInterruptEndsASweep() {
        proposer = (parent, _) -> Optional.of(Land.proposal(parent.recipe() + "1", "tune AA in 1 2 3 4"));
        evaluator = interruptingAt(2);
        assertThat(run(Budget.iterations(100))).isEqualTo(Stop.INTERRUPTED);
        assertThat(trials).hasSize(2);
    }

    private Evaluator interruptingAt(int trial) {
        return (_, _) -> {
            if (trials.size() == trial - 1) Thread.currentThread().interrupt();
            return Land.came(Land.timed(100));
        };
    }

    @Test
    void aTrialThatIsCancelledIsNotKept() {
        evaluator = (_, _) -> {
            if (trials.size() == 2) throw new CancellationException("interrupted");
            return Land.came(Land.timed(100));
        };
        assertThat(run(Budget.iterations(100))).isEqualTo(Stop.INTERRUPTED);
        assertThat(trials).hasSize(2);
    }

    private static Stream<Outcome> failures() {
        var timing = ((Outcome.Timed) Land.timed(1)).timing();
        return Stream.of(
                new Outcome.Rejected("line 3: expected ';'"),
                new Outcome.Forbidden("symbols", "calls system"),
                new Outcome.Crashed("SIGSEGV"),
                new Outcome.TimedOut("verify", Duration.ofSeconds(5)),
                new Outcome.Wrong("17x33", "3.5 instead of 1"),
                new Outcome.Suspect(timing, 10, "too fast"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatFailedIsKeptAndNotExtended(Outcome failure) {
        var extended = new ArrayList<String>();
        evaluator = (candidate, _) ->
                Land.came(Land.place(candidate).contains("1") ? failure : Land.timed(100 + trials.size()));
        proposer = steppingOver(extended);
        run(Budget.iterations(30));
        assertThat(trials).anyMatch(trial -> trial.outcome().equals(failure));
        assertThat(extended).isNotEmpty().noneMatch(place -> place.contains("1"));
    }

    /// Steps of one or two, so that the failed places can be stepped over.
    private static Proposer steppingOver(List<String> extended) {
        return (parent, random) -> {
            extended.add(parent.recipe());
            for (int attempt = 0; attempt < 50; attempt++) {
                var to = new StringBuilder(parent.recipe());
                to.setCharAt(random.nextInt(to.length()), (char) ('0' + random.nextInt(4)));
                var proposal = Land.proposal(to.toString());
                if (!parent.known().contains(proposal.source().hash())) return Optional.of(proposal);
            }
            return Optional.empty();
        };
    }

    @Test
    void aRunWhereAllProposalsFailGoesOnFromTheNaiveSource() {
        evaluator = (candidate, _) ->
                Land.came(Land.place(candidate).equals(START) ? Land.timed(100) : new Outcome.Crashed("SIGSEGV"));
        assertThat(run(Budget.iterations(4))).isEqualTo(Stop.ITERATIONS);
        assertThat(trials.stream().skip(1)).allMatch(trial -> trial.parentNode() == 0);
    }

    @Test
    void aSourceOfWhichNothingMoreCanBeMadeIsNotAskedForAgain() {
        var asked = new AtomicInteger();
        proposer = (parent, random) -> {
            if (!parent.recipe().equals("0")) return Optional.empty();
            asked.incrementAndGet();
            return asked.get() == 1 ? Optional.of(Land.proposal("1")) : Optional.empty();
        };
        assertThat(loop(Budget.iterations(9), 1).run(Land.proposal("0"), _ -> 0.5))
                .isEqualTo(Stop.EXHAUSTED);
        assertThat(asked).hasValue(2);
    }

    @Test
    void theRaceIsAgainstTheBestSoFar() {
        var raced = new ArrayList<Double>();
        evaluator = (_, best) -> {
            raced.add(best);
            return Land.came(Land.timed(List.of(100, 50, 70, 40).get(trials.size())));
        };
        run(Budget.iterations(3));
        assertThat(raced).containsExactly(Double.POSITIVE_INFINITY, 100.0, 50.0, 50.0);
    }

    @Test
    void withoutARightNaiveSourceThereIsNoRun() {
        evaluator = (_, _) -> Land.came(new Outcome.Wrong("17x33", "3.5 instead of 1"));
        assertThatThrownBy(() -> run(Budget.iterations(9)))
                .isInstanceOf(SearchLoop.NaiveFailed.class)
                .hasMessage("the naive source did not pass (wrong): 17x33: 3.5 instead of 1");
        assertThat(trials).hasSize(1);
    }

    @Test
    void aSourceToGoOnFromIsTriedNextAndAllElseIsMadeBelowIt() {
        for (var how : List.of(new Mcts(), new RandomSearch())) {
            search = how;
            trials.clear();
            var stop = loop(Budget.iterations(6), 1)
                    .run(Land.proposal(START), Optional.of(Land.proposal("222222")), Past.NONE, _ -> 0.5);
            assertThat(stop).isEqualTo(Stop.ITERATIONS);
            assertThat(trials).extracting(Trial::recipe).startsWith(START, "222222");
            assertThat(trials).extracting(Trial::iteration).containsExactly(0, 0, 1, 2, 3, 4, 5, 6);
            assertThat(trials.get(1).parentNode()).isZero();
            assertThat(trials.stream().skip(2))
                    .allSatisfy(trial -> assertThat(trial.parentNode()).isPositive());
        }
    }

    @Test
    void aSourceToGoOnFromThatIsNotRightEndsTheRun() {
        evaluator = (candidate, _) ->
                Land.came(Land.place(candidate).equals(START) ? Land.timed(100) : new Outcome.Crashed("SIGSEGV"));
        assertThatThrownBy(() -> loop(Budget.iterations(6), 1)
                        .run(Land.proposal(START), Optional.of(Land.proposal("222222")), Past.NONE, _ -> 0.5))
                .isInstanceOf(SearchLoop.FromFailed.class)
                .hasMessage("to 222222 did not pass, so no search can start from it (crashed): SIGSEGV");
        assertThat(trials).hasSize(2);
    }

    @Test
    void whoListensHearsWhatIsTriedBeforeItHasEnded() {
        var heard = new ArrayList<String>();
        proposer = (parent, _) -> Optional.of(Land.proposal(parent.recipe() + "1", "tune AA in 1 2"));
        evaluator = Land.taking(_ -> 100);
        var listener = new SearchListener() {
            @Override
            public void trying(int iteration, String what) {
                heard.add("trying " + iteration + " " + what);
            }

            @Override
            public void ended(Trial trial) {
                heard.add("ended " + trial.number());
            }
        };
        new SearchLoop(
                        Land.TASK,
                        search,
                        proposer,
                        evaluator,
                        Budget.iterations(1),
                        Land.draws(1),
                        Land.STILL,
                        listener)
                .run(Land.proposal("0"), _ -> 0);
        assertThat(heard)
                .containsExactly(
                        "trying 0 to 0",
                        "ended 0",
                        "trying 1 to 01 (AA=1)",
                        "ended 1",
                        "trying 1 to 01 (AA=2)",
                        "ended 2");
    }

    /// Notes what it is told to expect, and what it is asked to evaluate after that.
    private static final class Foresight implements Evaluator {
        private final Evaluator evaluator;
        private final List<Candidate> evaluated = new ArrayList<>();
        private final List<List<Candidate>> expected = new ArrayList<>();

        Foresight(Evaluator evaluator) {
            this.evaluator = evaluator;
        }

        @Override
        public Evaluation evaluate(Candidate candidate, double bestMicros) {
            evaluated.add(candidate);
            return evaluator.evaluate(candidate, bestMicros);
        }

        @Override
        public int lookahead() {
            return 4;
        }

        @Override
        public void expect(List<Candidate> next) {
            expected.add(next);
        }

        /// How many were foreseen at some time before they were tried.
        long hits() {
            return IntStream.range(1, evaluated.size())
                    .filter(i -> expected.subList(0, i).stream().anyMatch(list -> list.contains(evaluated.get(i))))
                    .count();
        }
    }

    private static Proposer free(Proposer walker) {
        return new Proposer() {
            @Override
            public Optional<Proposal> propose(Parent parent, RandomGenerator random) {
                return walker.propose(parent, random);
            }

            @Override
            public boolean isFree() {
                return true;
            }
        };
    }

    @Test
    void foreseeingChangesNothing() {
        run(Budget.iterations(25));
        var without = trials.stream().map(Trial::recipe).toList();
        trials.clear();
        proposer = free(proposer);
        evaluator = new Foresight(evaluator);
        run(Budget.iterations(25));
        assertThat(trials.stream().map(Trial::recipe)).containsExactlyElementsOf(without);
    }

    @Test
    void mostOfWhatIsTriedWasForeseen() {
        long hits = 0;
        long all = 0;
        for (long seed = 1; seed <= 10; seed++) {
            var foresight = new Foresight(Land.taking(SearchLoopTest::hills));
            evaluator = foresight;
            proposer = free(Land.walker(3));
            loop(Budget.iterations(30), seed).run(Land.proposal(START), _ -> 0.5);
            hits += foresight.hits();
            all += foresight.evaluated.size() - 1;
        }
        assertThat((double) hits / all).isGreaterThan(0.5);
    }

    @Test
    void aProposerThatCostsIsNotAskedForWhatMayNotBeUsed() {
        var asked = new AtomicInteger();
        var walker = proposer;
        proposer = (parent, random) -> {
            asked.incrementAndGet();
            return walker.propose(parent, random);
        };
        evaluator = new Foresight(evaluator);
        run(Budget.iterations(10));
        assertThat(asked).hasValue(10);
    }

    @Test
    void furtherPointsOfASweepAreForeseenWhicheverIsTheBestThen() {
        proposer = (_, _) -> Optional.of(Land.proposal("1", "tune AA in 1 2", "tune BB in 10 20"));
        var foresight = new Foresight(
                Land.taking(candidate -> 50 - candidate.assignment().getOrDefault("AA", 0L)));
        evaluator = foresight;
        run(Budget.iterations(1));
        assertThat(foresight.hits()).as("all but the source's first").isEqualTo(foresight.evaluated.size() - 2);
    }

    @Test
    void nothingIsForeseenOfANaiveSourceThatAnotherOneReplaces() {
        proposer = free(proposer);
        var foresight = new Foresight(evaluator);
        evaluator = foresight;
        loop(Budget.iterations(3), 1)
                .run(Land.proposal(START), Optional.of(Land.proposal("111111")), Past.NONE, _ -> 0.5);
        assertThat(foresight.expected.getFirst()).isEmpty();
        assertThat(foresight.expected.get(1)).isNotEmpty();
    }
}
