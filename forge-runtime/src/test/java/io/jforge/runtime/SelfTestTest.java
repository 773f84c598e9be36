package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.spec.Target;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.verify.KnownOutputs;
import io.jforge.runtime.verify.OtherJudges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The verifier passes its own test, and one that is weakened or soured does not.
@Timeout(180)
class SelfTestTest {
    @TempDir
    Path home;

    private Forge forge;
    private Target cpu;

    @BeforeEach
    void ready() {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        forge = Forge.open(environment);
        cpu = forge.device("cpu");
    }

    @AfterEach
    void end() {
        forge.close();
    }

    private static Function<Rig, Evaluator> always(Outcome outcome) {
        return _ -> (_, _) -> new Evaluator.Evaluation(outcome, Stages.NONE, Resources.NONE);
    }

    private static long failed(List<SelfTest.Finding> findings, String expected) {
        return findings.stream()
                .filter(each -> !each.ok() && each.expected().startsWith(expected))
                .count();
    }

    @Test
    void everyKnownCaseEndsAsItMust() {
        var told = new ArrayList<String>();
        long start = System.nanoTime();
        var findings = forge.selfTest(cpu).run(told::add);
        System.out.printf("self-test: %d cases in %.1f s%n", findings.size(), (System.nanoTime() - start) / 1e9);
        assertThat(findings).filteredOn(each -> !each.ok()).isEmpty();
        assertThat(findings).hasSizeGreaterThan(45);
        assertThat(findings.stream()
                        .filter(each -> each.expected().equals("right")
                                || each.expected().equals("timed")))
                .hasSizeGreaterThan(8);
        assertThat(told).hasSizeGreaterThan(20);
    }

    @Test
    void aVerifierThatTakesEverythingFailsOnAllThatIsWrong() {
        Function<Rig, KnownOutputs> kind = rig -> OtherJudges.kind(rig.knownOutputs());
        var timed = new Outcome.Timed(new Timing(List.of(1000L), false), Evidence.none());
        var findings = new SelfTest(forge, cpu, kind, always(timed)).run(_ -> {});
        assertThat(failed(findings, "wrong")).isGreaterThan(30);
        assertThat(failed(findings, "timed out")).isEqualTo(1);
        assertThat(failed(findings, "crashed")).isEqualTo(1);
        assertThat(findings.stream().filter(each -> each.expected().equals("wrong") && each.ok()))
                .isEmpty();
        assertThat(findings.stream().filter(each -> each.expected().equals("right")))
                .allMatch(SelfTest.Finding::ok);
    }

    @Test
    void aVerifierThatTakesNothingFailsOnAllThatIsRight() {
        Function<Rig, KnownOutputs> strict = rig -> OtherJudges.strict(rig.knownOutputs());
        var findings = new SelfTest(forge, cpu, strict, always(new Outcome.Wrong("reference", "all"))).run(_ -> {});
        assertThat(failed(findings, "right")).isGreaterThan(5);
        assertThat(failed(findings, "timed")).isGreaterThanOrEqualTo(2);
    }
}
