package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CudaCompiler;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Lint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The sources of the tests for a GPU are planned, pass the lint and compile also where there is none.
@Timeout(300)
class SoftmaxesTest {
    @TempDir
    static Path folder;

    static List<String> texts() {
        return Stream.of(
                        List.of(
                                Softmaxes.right(),
                                Softmaxes.THREE_LAUNCHES,
                                Softmaxes.ZEROED_SCRATCH,
                                Softmaxes.DYNAMIC_SHARED,
                                Softmaxes.cluster(8),
                                Softmaxes.waiting("cooperative", 4, 128),
                                Softmaxes.waiting("resident", 4, 128),
                                Softmaxes.OVERLAP,
                                Softmaxes.TENSOR_MAP),
                        Spoilt.all())
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void allCompile() throws Exception {
        var shape = Map.of("rows", 64L, "cols", 16384L);
        var task = CudaHere.SOFTMAX.withSymbols(shape);
        for (CudaCompiler compiler : CudaHere.all(Files.createTempDirectory(folder, "all"), CudaHere.SM_90)
                .limit(1)
                .toList())
            try (compiler) {
                for (var text : texts()) assertCompiles(compiler, Source.parse(text), task);
            }
    }

    private static void assertCompiles(CudaCompiler compiler, Source source, Task task) {
        source.check(task.op());
        var plan = new Candidate(source, source.defaults()).plan(task);
        assertThat(Lint.check(source).then(linted -> compiler.compile(linted, plan)))
                .as(source.text())
                .isInstanceOf(Step.Passed.class);
    }

    @Test
    void theOneWithTooManyRegistersHasThem() throws Exception {
        for (CudaCompiler compiler : CudaHere.all(Files.createTempDirectory(folder, "all"), CudaHere.SM_90)
                .limit(1)
                .toList())
            try (compiler) {
                var source = Source.parse(Spoilt.TOO_MANY_REGISTERS);
                var plan = new Candidate(source, Map.of()).plan(CudaHere.SOFTMAX);
                assertThat(compiler.compile(source, plan))
                        .isInstanceOfSatisfying(
                                Step.Passed.class,
                                passed -> assertThat(((Binary) passed.value())
                                                .report()
                                                .entries()
                                                .getFirst()
                                                .registers())
                                        .isGreaterThan(64));
            }
    }
}
