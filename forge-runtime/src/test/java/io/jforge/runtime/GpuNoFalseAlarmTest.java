package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is right is not called wrong: the catalogue's CUDA sources go through the whole pipeline (verified, timed,
/// verified again) on every preset in every dtype, and on shapes of one element, odd and prime.
@Gpu
@Timeout(300)
class GpuNoFalseAlarmTest {
    @TempDir
    Path folder;

    /// Every one that the naive source admits; e4m3 has none yet.
    static Stream<Task> tasks() {
        var catalogue = new Catalogue();
        return catalogue.names().stream().flatMap(name -> {
            var presets = catalogue.find(name).op().presets().keySet().stream();
            var odd = name.equals("softmax") ? Stream.of("1x1", "3x7919", "37x1003") : Stream.of("1x1x1", "2x37x53x29");
            return Stream.concat(presets, odd)
                    .flatMap(shape -> Stream.of("f32", "f16", "bf16").map(dtype -> GpuBench.task(name, shape, dtype)));
        });
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void everySourceOfTheCatalogueIsTimed(Task task) {
        assertTimed(task);
    }

    @ParameterizedTest
    @MethodSource("biased")
    void everyProductWithABiasToo(Task task) {
        assertTimed(task);
    }

    static Stream<Task> biased() {
        return Stream.of("f32", "bf16")
                .map(dtype -> GpuBench.task("matmul", "200x512x192", dtype).withOptional(Set.of("bias")));
    }

    private void assertTimed(Task task) {
        var alarms = new ArrayList<String>();
        int tried = 0;
        double share = 0;
        try (var bench = GpuBench.of(folder, GpuBench.entry(task.op().name()), task)) {
            for (var proposal : HonestSources.all(task, Language.CUDA)) {
                var outcome = bench.evaluate(proposal.source());
                if (outcome.isPresent()) tried++;
                if (outcome.orElse(null) instanceof Outcome.Timed(var _, var evidence))
                    share = Math.max(share, evidence.worstShare());
                outcome.filter(ended -> !(ended instanceof Outcome.Timed))
                        .ifPresent(ended -> alarms.add(proposal.recipe() + ": " + ended.message()));
            }
        }
        System.out.println(String.format(
                Locale.ROOT, "%s: %d sources, worst error over the allowed one %.3f", task.label(), tried, share));
        assertThat(alarms).as(task.label()).isEmpty();
        assertThat(tried).as("sources that admit " + task.label()).isGreaterThan(1);
    }
}
