package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.compile.BlasLibraries;
import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.BaselineResult;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs on the processor, with baselines that are there and some that are not.
@Timeout(180)
class BaselineRunTest {
    @TempDir
    Path home;

    private final Map<String, String> environment = new HashMap<>(System.getenv());

    @BeforeEach
    void aStoreOfItsOwn() {
        environment.put("JFORGE_HOME", home.toString());
        environment.remove("JFORGE_PYTHON");
    }

    private BaselineReport report(String op, String shape, String baselines) {
        try (var forge = Forge.open(environment)) {
            var run = forge.optimize(op)
                    .shape(shape)
                    .device("cpu")
                    .iterations(2)
                    .baseline(baselines)
                    .run();
            var confirmed = run.record().ending().orElseThrow().confirmation().orElseThrow();
            assertThat(forge.run(run.id()).record().ending().orElseThrow().confirmation())
                    .contains(confirmed);
            return confirmed.baselines();
        }
    }

    private static BaselineResult only(BaselineReport report, String name) {
        return report.results().stream()
                .filter(result -> result.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void isMeasured(BaselineResult result) {
        assertThat(result.unavailable()).isEmpty();
        assertThat(result.timing().orElseThrow().samplesNanos()).hasSizeGreaterThanOrEqualTo(11);
        assertThat(result.speedup().orElseThrow().ratio()).isPositive();
        assertThat(result.warmUpSeconds()).isPositive();
    }

    @Test
    @Tag("torch")
    void eagerIsMeasuredInTheSameRoundsAndItsFactsAreKept() {
        var report = report("softmax", "512x512", "eager");
        isMeasured(only(report, "eager"));
        assertThat(report.facts()).containsKeys("pytorch", "python");
        assertThat(report.leading()).contains(only(report, "eager"));
    }

    @Test
    void openblasIsMeasuredWhereItIs() {
        assumeTrue(new BlasLibraries(environment).openblas().isPresent(), "no OpenBLAS here");
        var report = report("matmul", "1x65x130x33", "openblas,cublas");
        isMeasured(only(report, "openblas"));
        assertThat(only(report, "cublas").unavailable()).isEqualTo("cuBLAS is for NVIDIA GPUs only");
        assertThat(report.leading()).isEmpty();
    }

    @Test
    void aPersonsOwnSourceIsMeasuredBesideItToo() {
        assumeTrue(new BlasLibraries(environment).openblas().isPresent(), "no OpenBLAS here");
        try (var forge = Forge.open(environment)) {
            var own = forge.catalogue().find("matmul").naive(Language.C).text();
            var run = forge.candidate("matmul", own)
                    .shape("1x65x130x33")
                    .baseline("openblas")
                    .run();
            var confirmed = run.record().ending().orElseThrow().confirmation().orElseThrow();
            isMeasured(only(confirmed.baselines(), "openblas"));
            assertThat(confirmed.best().samplesNanos())
                    .hasSameSizeAs(only(confirmed.baselines(), "openblas")
                            .timing()
                            .orElseThrow()
                            .samplesNanos());
        }
    }

    @Test
    void whatIsForAnotherOpSaysSo() {
        assumeTrue(new BlasLibraries(environment).openblas().isPresent(), "no OpenBLAS here");
        assertThat(only(report("softmax", "64x128", "openblas"), "openblas").unavailable())
                .isEqualTo("it is for matmul only");
    }

    @Test
    void aPythonWithoutPyTorchIsSaidAndTheRunGoesOn() throws Exception {
        var python = java.nio.file.Files.writeString(home.resolve("python"), "#!/bin/sh\nexit 1\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        environment.put("JFORGE_PYTHON", python.toString());
        assertThat(only(report("softmax", "64x128", "eager,compile"), "compile").unavailable())
                .isEqualTo(python + " has no PyTorch");
    }

    @Test
    void aMistakeIsSaidBeforeAnyWork() {
        try (var forge = Forge.open(environment)) {
            assertThatThrownBy(() -> forge.optimize("softmax").baseline("naive,egaer"))
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("Did you mean eager?");
            assertThatThrownBy(() -> forge.optimize("softmax")
                            .device("cpu")
                            .python("/no/such/python")
                            .run())
                    .isInstanceOf(SpecException.class)
                    .hasMessageContaining("/no/such/python");
        }
    }
}
