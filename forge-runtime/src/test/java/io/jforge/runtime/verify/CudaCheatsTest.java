package io.jforge.runtime.verify;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.Cheat;
import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CudaCompiler;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The CUDA cheats that the lint or the compiler must refuse are refused where there is no GPU, too.
class CudaCheatsTest {
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    @TempDir
    static Path folder;

    private static Optional<CudaCompiler> compiler;

    @BeforeAll
    static void find() {
        compiler = CudaHere.held(folder, DEADLINE, 4L << 30).findFirst();
    }

    @AfterAll
    static void end() {
        compiler.ifPresent(CudaCompiler::close);
    }

    static List<Cheat> cheats() {
        return Cheat.in("cu").stream().filter(Cheat::endsUnloaded).toList();
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void isRefused(Cheat cheat) {
        var step = Lint.check(cheat.source());
        if (step instanceof Step.Passed<Source>)
            assumeThat(compiler).as("a CUDA compiler here").isPresent();
        var outcome = step.then(source -> compiler.orElseThrow().compile(source, plan(cheat)))
                .then(Lint::check)
                .outcome(CudaCheatsTest::passed);
        cheat.assertCaught(outcome, 0);
    }

    private static Outcome passed(Binary binary) {
        throw new AssertionError(binary.source().op() + " passed");
    }

    private static LaunchPlan plan(Cheat cheat) {
        var entry = new Catalogue().find(cheat.op());
        var target = CudaHere.SOFTMAX.target();
        return Stream.of("f32", "bf16")
                .map(dtype -> Task.of(entry.op(), null, dtype, target))
                .filter(task ->
                        LaunchPlan.admits(cheat.source(), task, cheat.source().defaults()))
                .map(task -> LaunchPlan.of(cheat.source(), task, cheat.source().defaults()))
                .findFirst()
                .orElseThrow();
    }
}
