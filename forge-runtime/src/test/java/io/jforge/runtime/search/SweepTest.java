package io.jforge.runtime.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class SweepTest {
    private final List<String> tried = new ArrayList<>();

    /// What is tried of one Source with these statements, where the naive one takes 100 us.
    private List<String> swept(Evaluator evaluator, String... statements) {
        new SearchLoop(
                        Land.TASK,
                        new Mcts(),
                        (_, _) -> Optional.of(Land.proposal("1", statements)),
                        (candidate, best) -> Land.place(candidate).equals("0")
                                ? Land.came(Land.timed(100))
                                : evaluator.evaluate(candidate, best),
                        Budget.iterations(1),
                        Land.draws(1),
                        Land.STILL,
                        trial -> tried.add(new TreeMap<>(trial.candidate().assignment()).toString()))
                .run(Land.proposal("0"), _ -> 0);
        return tried.subList(1, tried.size());
    }

    private static Evaluator taking(ToDoubleFunction<Map<String, Long>> micros) {
        return Land.taking((Candidate candidate) -> micros.applyAsDouble(candidate.assignment()));
    }

    @Test
    void theDefaultComesFirstThenItsNeighboursInTheOrderWritten() {
        assertThat(swept(taking(_ -> 50), "tune AA in 2 1 3")).containsExactly("{AA=2}", "{AA=1}", "{AA=3}");
    }

    @Test
    void oneTunableMovesAtATimeAroundTheBestPointSoFar() {
        assertThat(swept(taking(at -> at.get("AA") == 2 ? 40 : 50), "tune AA in 1 2", "tune BB in 10 20 30"))
                .containsExactly("{AA=1, BB=10}", "{AA=2, BB=10}", "{AA=2, BB=20}", "{AA=2, BB=30}");
    }

    @Test
    void aProposalMayNameThePointToBeginAt() {
        var given = Land.proposal("1", "tune AA in 1 2 3", "require AA < 3");
        for (var start : List.of(Map.of("AA", 2L), Map.of("AA", 3L))) {
            var trials = new ArrayList<Long>();
            new SearchLoop(
                            Land.TASK,
                            new Mcts(),
                            (_, _) -> Optional.of(new Proposal(given.source(), "given", "", start)),
                            Land.taking(_ -> 50),
                            Budget.iterations(1),
                            Land.draws(1),
                            Land.STILL,
                            trial -> trials.add(trial.candidate().assignment().get("AA")))
                    .run(Land.proposal("0"), _ -> 0);
            assertThat(trials.get(1)).isEqualTo(start.get("AA") == 2 ? 2 : 1);
        }
    }

    @Test
    void fourTrialsAreEnough() {
        assertThat(swept(taking(_ -> 50), "tune AA in 1 2 3 4 5 6")).hasSize(4);
    }

    @Test
    void aSourceWithoutTunablesIsTriedOnce() {
        assertThat(swept(taking(_ -> 50))).containsExactly("{}");
    }

    @Test
    void aSourceFarFromTheBestIsNotSwept() {
        assertThat(swept(taking(_ -> 161), "tune AA in 1 2 3")).containsExactly("{AA=1}");
    }

    @Test
    void aSourceThatIsNearTheBestIsSwept() {
        assertThat(swept(taking(_ -> 159), "tune AA in 1 2 3")).hasSize(3);
    }

    @Test
    void aSourceWhoseDefaultFailsIsNotSwept() {
        assertThat(swept((_, _) -> Land.came(new Outcome.Crashed("SIGSEGV")), "tune AA in 1 2 3"))
                .containsExactly("{AA=1}");
    }

    @Test
    void aFailureOnTheWayDoesNotEndTheSweep() {
        assertThat(swept(
                        (candidate, _) -> Land.came(
                                candidate.assignment().get("AA") == 2
                                        ? new Outcome.Crashed("SIGSEGV")
                                        : Land.timed(50)),
                        "tune AA in 1 2 3"))
                .containsExactly("{AA=1}", "{AA=2}", "{AA=3}");
    }

    @Test
    void pointsThatTheSourceDoesNotAdmitAreSkipped() {
        assertThat(swept(taking(_ -> 50), "tune AA in 64 5 16 7", "require cols % AA == 0"))
                .containsExactly("{AA=16}");
    }

    @Test
    void aSourceThatAdmitsNoneIsTriedAtItsDefaultSoThatTheTrialSaysWhy() {
        assertThat(swept(
                        (_, _) -> Land.came(new Outcome.Forbidden("plan", "why")), "tune AA in 5 7", "require AA == 6"))
                .containsExactly("{AA=5}");
    }

    @Test
    void aRequirementThatCannotBeEvaluatedIsTriedSoThatTheTrialSaysWhy() {
        assertThat(swept(
                        (_, _) -> Land.came(new Outcome.Forbidden("plan", "why")),
                        "tune AA in 0 1",
                        "require cols % AA == 0"))
                .containsExactly("{AA=0}");
    }

    @Test
    void moreCombinationsThanCanBeCountedAreNoTrouble() {
        var statements = new ArrayList<String>();
        for (char name = 'A'; name < 'L'; name++) statements.add("tune T" + name + " in 1 2 3 4 5 6 7 8");
        statements.add("require rows == 1");
        assertThat(swept((_, _) -> Land.came(new Outcome.Forbidden("plan", "why")), statements.toArray(String[]::new)))
                .hasSize(1);
    }
}
