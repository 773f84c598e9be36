package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SmallShapesTest {
    private static final RandomGenerator RANDOM = RandomGenerator.getDefault();

    /// Both of its sizes are among those that are drawn.
    private static final Task TASK = Compilers.SOFTMAX;

    private static Candidate requiring(String what) {
        var text = Compilers.softmax("", "").text().replace("\n */", "\n * require " + what + "\n */");
        return new Candidate(Source.parse(text), Map.of());
    }

    private static Stream<Optional<Task>> drawn(Candidate candidate) {
        return Stream.generate(() -> SmallShapes.compiled(TASK, candidate, RANDOM))
                .limit(300);
    }

    @Test
    void noneIsTheTasksOwn() {
        assertThat(drawn(requiring("cols == 128")))
                .map(shape -> shape.orElseThrow().symbols())
                .allMatch(sizes -> sizes.get("cols") == 128)
                .noneMatch(TASK.symbols()::equals);
    }

    @Test
    void aCandidateOfTheTasksOwnShapeAloneHasNone() {
        assertThat(drawn(requiring("rows == 64 && cols == 128")).limit(20)).containsOnly(Optional.empty());
    }
}
