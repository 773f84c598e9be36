package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Verified;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The catalogue's sources on a GPU: the naive one, and of every template the default with one choice changed, are
/// right on odd shapes and on full ones, in every dtype.
@Gpu
@Timeout(120)
class GpuOpsTest {
    @TempDir
    Path folder;

    /// Those that this task admits must be right; there must be so many.
    private void assertRight(Task task, int atLeast) {
        var entry = GpuBench.entry(task.op().name());
        var wrong = new ArrayList<String>();
        int tried = 0;
        try (var bench = GpuBench.of(folder, entry, task)) {
            for (var proposal : HonestSources.proposals(task, Language.CUDA)) {
                var step = bench.verify(proposal.source());
                if (step.isPresent()) tried++;
                failure(step).ifPresent(why -> wrong.add(proposal.recipe() + ": " + why));
            }
        }
        assertThat(wrong).as(task.label()).isEmpty();
        assertThat(tried).as("sources that admit " + task.label()).isGreaterThanOrEqualTo(atLeast);
    }

    private static Optional<String> failure(Optional<Step<Verified>> step) {
        return step.flatMap(ended -> switch (ended) {
            case Step.Passed<Verified> _ -> Optional.empty();
            case Step.Stopped<Verified>(Outcome outcome) -> Optional.of(outcome.label() + ", " + outcome.message());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "37x1003, f32, 7", "37x1003, f16, 7", "37x1003, bf16, 7",
        "512x4096, f32, 7", "512x4096, f16, 7", "512x4096, bf16, 7",
        "3x32768, f16, 7", "8x262144, f32, 5"
    })
    void softmax(String shape, String dtype, int atLeast) {
        assertRight(GpuBench.task("softmax", shape, dtype), atLeast);
    }

    @ParameterizedTest
    @CsvSource({
        "2x37x53x29, f32, 4",
        "2x37x53x29, f16, 4",
        "2x37x53x29, bf16, 4",
        "2x160x264x136, f32, 5",
        "2x160x264x136, bf16, 9",
        "512x768x256, f32, 5",
        "512x768x256, f16, 13",
        "512x768x256, bf16, 13"
    })
    void matmul(String shape, String dtype, int atLeast) {
        assertRight(GpuBench.task("matmul", shape, dtype), atLeast);
    }

    @ParameterizedTest
    @CsvSource({"f32, 5", "bf16, 13"})
    void matmulWithBias(String dtype, int atLeast) {
        assertRight(GpuBench.task("matmul", "200x512x192", dtype).withOptional(Set.of("bias")), atLeast);
    }

    /// The second matrix lies column after column, as the weights of a linear layer do.
    @ParameterizedTest
    @ValueSource(strings = {"bf16", "f16"})
    void matmulOfColumns(String dtype) {
        var linear = GpuBench.task("matmul", "linear", dtype);
        assertRight(linear.withSymbols(Map.of("m", 384L, "n", 512L, "k", 320L)), 12);
    }
}
