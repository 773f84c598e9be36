package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CudaCompiler;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Lint;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The sources of the tests for a GPU are planned, pass the lint and compile also where there is none.
@Timeout(300)
class SourcesForGpusTest {
    @TempDir
    static Path folder;

    private static CudaCompiler compiler;

    @BeforeAll
    static void find() {
        compiler = CudaHere.all(folder, CudaHere.SM_90).findFirst().orElse(null);
        assumeThat(compiler).as("a CUDA compiler here").isNotNull();
    }

    @AfterAll
    static void end() {
        if (compiler != null) compiler.close();
    }

    static Stream<String> softmaxes() {
        return Stream.of(
                Softmaxes.right(),
                Softmaxes.THREE_LAUNCHES,
                Softmaxes.ZEROED_SCRATCH,
                Softmaxes.DYNAMIC_SHARED,
                Softmaxes.cluster(8),
                Softmaxes.waiting("cooperative", 4, 128),
                Softmaxes.waiting("resident", 4, 128),
                Softmaxes.OVERLAP,
                Softmaxes.TENSOR_MAP);
    }

    static Stream<String> copies() {
        return Stream.of(GpuTimingTest.WIDE, GpuTimingTest.WAITS, GpuTimingTest.ONE_AFTER_ANOTHER);
    }

    @ParameterizedTest
    @MethodSource("softmaxes")
    void softmaxesCompile(String text) {
        assertCompiles(text, CudaHere.SOFTMAX.withSymbols(Map.of("rows", 64L, "cols", 16384L)));
    }

    @ParameterizedTest
    @MethodSource("copies")
    void copiesCompile(String text) {
        assertCompiles(text, Task.of(GpuTimingTest.COPY, "n=268435456", "f32", CudaHere.SOFTMAX.target()));
    }

    @Test
    void whereThereAreTooManyRegistersThereAre() {
        var report = assertCompiles(Cheat.text("softmax/too-many-registers.cu"), CudaHere.SOFTMAX)
                .report();
        assertThat(report.entry("softmax").orElseThrow().registers()).isGreaterThan(64);
    }

    private static Binary assertCompiles(String text, Task task) {
        var source = Source.parse(text);
        source.check(task.op());
        var plan = new Candidate(source, source.defaults()).plan(task);
        return switch (Lint.check(source).then(linted -> compiler.compile(linted, plan))) {
            case Step.Passed<Binary>(Binary binary) -> binary;
            case Step.Stopped<Binary>(Outcome outcome) -> throw new AssertionError(outcome.message() + "\n" + text);
        };
    }
}
