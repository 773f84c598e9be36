package io.jforge.runtime.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.propose.NoProposal;
import io.jforge.runtime.propose.NoProposal.Reason;
import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A proposer that takes its time is asked several questions at once, and the device has work meanwhile.
@Timeout(30)
class AskingSearchTest {
    private final List<Trial> trials = new CopyOnWriteArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private final List<Parent> asked = Collections.synchronizedList(new ArrayList<>());
    private Evaluator evaluator =
            Land.taking(candidate -> 100 - Land.place(candidate).length());

    @AfterEach
    void leaveNoInterruptBehind() {
        Thread.interrupted();
    }

    private interface Answer {
        Optional<Proposal> to(Parent parent) throws Exception;
    }

    private Proposer slow(int atOnce, Answer answer) {
        return slow(atOnce, false, answer);
    }

    private Proposer slow(int atOnce, boolean onDevice, Answer answer) {
        return new Proposer() {
            @Override
            public Optional<Proposal> propose(Parent parent, RandomGenerator random) {
                asked.add(parent);
                try {
                    return answer.to(parent);
                } catch (RuntimeException failed) {
                    throw failed;
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }

            @Override
            public int atOnce() {
                return atOnce;
            }

            @Override
            public boolean isOnDevice() {
                return onDevice;
            }
        };
    }

    private Stop run(int iterations, Stage... stages) {
        return run(iterations, Past.NONE, stages);
    }

    private Stop run(int iterations, Past past, Stage... stages) {
        var listener = new SearchListener() {
            @Override
            public void ended(Trial trial) {
                trials.add(trial);
            }

            @Override
            public void missed(int iteration, String why) {
                missed.add(iteration + " " + why);
            }
        };
        return new SearchLoop(
                        Land.TASK,
                        new Mcts(),
                        List.of(stages),
                        evaluator,
                        Budget.iterations(iterations),
                        Land.draws(1),
                        InstantSource.system(),
                        listener)
                .run(Land.proposal("0"), Optional.empty(), past, _ -> 0.5);
    }

    private List<Integer> nodes() {
        return trials.stream().map(Trial::node).toList();
    }

    private static Optional<Proposal> own(Parent parent) {
        return Optional.of(new Proposal(Land.source("i" + parent.iteration()), "step " + parent.iteration(), ""));
    }

    @Test
    void soManyQuestionsAreOnTheirWayAtOnceAndEachIsOneIteration() {
        var together = new CyclicBarrier(4);
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        var stop = run(8, Stage.all(slow(4, parent -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            if (parent.iteration() <= 4) together.await(10, TimeUnit.SECONDS);
            now.decrementAndGet();
            return own(parent);
        })));
        assertThat(stop).isEqualTo(Stop.ITERATIONS);
        assertThat(most).hasValue(4);
        assertThat(asked)
                .extracting(Parent::iteration)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 8).boxed().toList());
        assertThat(trials).hasSize(9).extracting(Trial::number).isSorted();
    }

    @Test
    void whileAnAnswerIsAwaitedTheDeviceTriesFurtherPointsOfTheBestSource() {
        var enough = new CountDownLatch(4); // those that differ from its first in one tunable
        evaluator = (_, _) -> {
            if (!trials.isEmpty()) enough.countDown();
            return Land.came(Land.timed(50));
        };
        var naive = Land.proposal("0", "tune AA in 1 2 3 4", "tune BB in 1 2");
        new SearchLoop(
                        Land.TASK,
                        new Mcts(),
                        List.of(Stage.all(slow(1, parent -> {
                            assertThat(enough.await(10, TimeUnit.SECONDS)).isTrue();
                            return own(parent);
                        }))),
                        evaluator,
                        Budget.iterations(1),
                        Land.draws(1),
                        InstantSource.system(),
                        trials::add)
                .run(naive, _ -> 0.5);
        assertThat(trials.stream().filter(trial -> trial.node() == 0).map(Trial::candidate))
                .hasSize(5)
                .doesNotHaveDuplicates();
        assertThat(trials.getLast().change()).isEqualTo("step 1");
    }

    @Test
    void aSourceThatFailedIsAskedToBeRepairedOnceAndWhatComesIsMadeOfIt() {
        evaluator = (candidate, _) -> Land.came(
                Land.place(candidate).equals("i1") || Land.place(candidate).equals("i2")
                        ? new Outcome.Wrong("tiny", "y[3] is 4, not 5")
                        : Land.timed(50));
        run(3, Stage.all(slow(1, AskingSearchTest::own)));
        assertThat(asked).extracting(Parent::isFailed).containsExactly(false, true, false);
        assertThat(asked.get(1).source()).isEqualTo(Land.source("i1"));
        assertThat(asked.get(1).own().getFirst().outcome().label()).isEqualTo("wrong");
        assertThat(trials).extracting(Trial::parentNode).containsExactly(-1, 0, 1, 0);
    }

    @Test
    void whatIsTooFastToBeTrueAndWhatIsNoSourceAreNotRepaired() {
        evaluator = (candidate, _) -> Land.came(
                candidate.source().whyUnusable().isPresent()
                        ? new Outcome.Rejected("no source")
                        : Land.place(candidate).equals("i1")
                                ? new Outcome.Suspect(
                                        new io.jforge.runtime.trial.Timing(List.of(1L), false), 5, "too fast")
                                : Land.timed(50));
        run(
                3,
                Stage.all(slow(
                        1,
                        parent -> parent.iteration() == 2
                                ? Optional.of(new Proposal(
                                        io.jforge.runtime.spec.Source.unusable(
                                                io.jforge.runtime.spec.Language.C, "softmax", "prose", "Hello"),
                                        "prose",
                                        ""))
                                : own(parent))));
        assertThat(asked).hasSize(3).noneMatch(Parent::isFailed);
    }

    @Test
    void nothingIsTriedWhileAModelThinksOnTheDeviceThatMeasures() {
        var thinking = new AtomicInteger();
        var disturbed = new AtomicBoolean();
        var most = new AtomicInteger();
        evaluator = (_, _) -> {
            if (thinking.get() > 0) disturbed.set(true);
            return Land.came(Land.timed(50));
        };
        run(9, Stage.all(slow(3, true, parent -> {
            most.accumulateAndGet(thinking.incrementAndGet(), Math::max);
            Thread.sleep(5 + parent.iteration() % 3 * 10L);
            thinking.decrementAndGet();
            return own(parent);
        })));
        assertThat(disturbed).isFalse();
        assertThat(most.get()).isBetween(2, 3);
        assertThat(trials).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({"PASSING, MODEL, 3", "LASTING, MODEL, 1", "MONEY, MONEY, 1"})
    void whoeverIsAskedInVainIsNotAskedForEver(Reason reason, Stop expected, int questions) {
        var stop = run(20, Stage.all(slow(1, parent -> {
            throw new NoProposal(reason, "no " + parent.iteration(), null);
        })));
        assertThat(stop).isEqualTo(expected);
        assertThat(asked).hasSize(questions);
        assertThat(missed).hasSize(questions).first().isEqualTo("1 no 1");
        assertThat(trials).hasSize(1);
    }

    @Test
    void aQuestionInVainNowAndThenIsNoReasonToStop() {
        var stop = run(9, Stage.all(slow(1, parent -> {
            if (parent.iteration() % 3 != 0) throw new NoProposal(Reason.PASSING, "not now", null);
            return own(parent);
        })));
        assertThat(stop).isEqualTo(Stop.ITERATIONS);
        assertThat(trials).hasSize(4);
    }

    @Test
    void whatWasPaidForIsTriedAlsoWhenThereIsNoMoneyForMore() {
        var refused = new CountDownLatch(1);
        var stop = run(20, Stage.all(slow(3, parent -> {
            if (parent.iteration() == 3) {
                refused.countDown();
                throw new NoProposal(Reason.MONEY, "spent", null);
            }
            refused.await(10, TimeUnit.SECONDS);
            Thread.sleep(50);
            return own(parent);
        })));
        assertThat(stop).isEqualTo(Stop.MONEY);
        assertThat(asked).hasSizeBetween(3, 6); // of 20: those that were on their way when it was said
        assertThat(trials).extracting(Trial::change).contains("step 1", "step 2");
    }

    @Test
    void anInterruptGivesUpWhatIsOnItsWayAtOnce() throws Exception {
        var begun = new CountDownLatch(2);
        var given = new CountDownLatch(2);
        var stop = new Stop[1];
        var search = Thread.ofPlatform()
                .start(() -> stop[0] = run(20, Stage.all(slow(2, _ -> {
                    begun.countDown();
                    try {
                        Thread.sleep(Duration.ofMinutes(1));
                        return Optional.empty();
                    } finally {
                        given.countDown();
                    }
                }))));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        long at = System.nanoTime();
        search.interrupt();
        search.join();
        assertThat(given.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - at)).isLessThan(Duration.ofSeconds(5));
        assertThat(stop[0]).isEqualTo(Stop.INTERRUPTED);
    }

    @Test
    void whatWasAskedBeforeABreakIsAskedFirstAgainAndTheNumbersGoOn() {
        run(2, Stage.all(slow(1, AskingSearchTest::own)));
        var past = new Past(
                List.copyOf(trials), true, Duration.ZERO, List.of(new Past.Open(3, 1), new Past.Open(4, 0)), 5);
        asked.clear();
        trials.clear();
        run(7, past, Stage.all(slow(1, AskingSearchTest::own)));
        assertThat(asked).extracting(Parent::iteration).containsExactly(3, 4, 6, 7);
        assertThat(asked).extracting(Parent::node).startsWith(1, 0);
        assertThat(trials).extracting(Trial::number).containsExactly(3, 4, 5, 6);
    }

    @Test
    void furtherPointsOfEarlierSourcesBelongToTheirNodesWhenARunIsGoneOnWith() {
        var values = IntStream.rangeClosed(1, 30).mapToObj(String::valueOf).collect(Collectors.joining(" "));
        evaluator = (_, _) -> {
            LockSupport.parkNanos(20_000_000); // the device is slower than whoever waits for it
            return Land.came(Land.timed(50));
        };
        run(3, Stage.all(slow(1, parent -> {
            // the second waits for points of the first, the third for one of the first after the second's
            while (parent.iteration() == 2 && nodes().size() < 4) Thread.sleep(1);
            while (parent.iteration() == 3 && nodes().lastIndexOf(1) < nodes().indexOf(2)) Thread.sleep(1);
            return Optional.of(Land.proposal("i" + parent.iteration(), "tune AA in " + values));
        })));
        var before = List.copyOf(trials);
        assertThat(before.stream().map(Trial::node).toList())
                .isNotEqualTo(before.stream().map(Trial::node).sorted().toList());
        trials.clear();
        run(3, new Past(before, true, Duration.ZERO), Stage.all(slow(1, AskingSearchTest::own)));
        assertThat(trials)
                .allMatch(trial -> trial.node()
                        == before.stream().mapToInt(Trial::node).max().orElseThrow());
    }

    @Test
    void aSecondProposerBuildsOnWhatTheFirstFoundWhereThatKnowsNothingMore() {
        Proposer first = (parent, random) -> parent.recipe().length() < 3
                ? Optional.of(Land.proposal(parent.recipe() + "1"))
                        .filter(step -> !parent.known().contains(step.source().hash()))
                : Optional.empty();
        var stop = run(6, new Stage(first, 5), Stage.all(slow(1, AskingSearchTest::own)));
        assertThat(stop).isEqualTo(Stop.ITERATIONS);
        assertThat(trials).extracting(Trial::recipe).containsExactly("0", "01", "011", "", "", "", "");
        assertThat(asked).extracting(Parent::iteration).containsExactly(3, 4, 5, 6);
        assertThat(asked.getFirst().source()).isEqualTo(Land.source("011"));
    }

    @Test
    void theFirstProposerEndsAtItsLastIteration() {
        run(6, new Stage(Land.walker(3), 2), Stage.all(slow(1, AskingSearchTest::own)));
        assertThat(asked).extracting(Parent::iteration).containsExactly(3, 4, 5, 6);
    }
}
