package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Verified;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is right is not called wrong: the catalogue's C sources go through the whole pipeline (verified, timed,
/// verified
/// again) on shapes of one element, odd, prime and round.
class NoFalseAlarmTest {
    private static final int TIMES = 1000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @Timeout(120)
    @CsvSource({
        "softmax, 1x1, 8", "softmax, 31x257, 8", "softmax, 64x512, 10",
        "matmul, 1x1x1, 6", "matmul, 3x17x31x7, 6", "matmul, 96x64x48, 7"
    })
    void everySourceOfTheCatalogueIsTimed(String op, String shape, int atLeast) {
        var alarms = new ArrayList<String>();
        int tried = 0;
        try (var bench = new Bench(folder, op, shape)) {
            for (var proposal : HonestSources.all(bench.task, Language.C)) {
                var outcome = bench.evaluateAdmitted(proposal.source());
                if (outcome.isPresent()) tried++;
                outcome.filter(ended -> !(ended instanceof Outcome.Timed))
                        .ifPresent(ended -> alarms.add(proposal.recipe() + ": " + ended.message()));
            }
        }
        assertThat(alarms).as("%s %s", op, shape).isEmpty();
        assertThat(tried).as("sources that admit %s", shape).isGreaterThanOrEqualTo(atLeast);
    }

    @Test
    void everyOpIsAmongThem() {
        assertThat(new Catalogue().names()).containsExactlyInAnyOrderElementsOf(List.of("softmax", "matmul"));
    }

    /// One alarm in a thousand trials would be seen with two chances in three, and the errors' share of what is allowed
    /// tells how near the next one is.
    @Tag("nightly")
    @Timeout(900)
    @ParameterizedTest
    @CsvSource({"softmax, 17x129", "matmul, 2x17x31x67"})
    void noneInAThousandTrials(String op, String shape) {
        var shares = new ArrayList<Double>();
        try (var bench = new Bench(folder, op, shape)) {
            for (int time = 0; time < TIMES; time++) shares.add(share(bench.verifyNaive()));
        }
        var sorted = shares.stream().sorted().toList();
        System.out.println(String.format(
                Locale.ROOT,
                "%s %s: worst error over the allowed one in %d trials: median %.3f, 99 %% %.3f, most %.3f",
                op,
                shape,
                TIMES,
                sorted.get(TIMES / 2),
                sorted.get(TIMES * 99 / 100),
                sorted.getLast()));
        assertThat(sorted.getLast()).isLessThan(0.5);
    }

    private static double share(Step<Verified> step) {
        return switch (step) {
            case Step.Passed<Verified>(Verified verified) -> verified.evidence().worstShare();
            case Step.Stopped<Verified>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
    }
}
