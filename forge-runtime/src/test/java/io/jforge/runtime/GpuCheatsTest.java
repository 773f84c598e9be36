package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every CUDA source in `cheats/` ends as its second comment says, by the check that it names, and the naive source
/// that runs after it is none the worse.
///
/// What was seen is written to `seen-on-a-gpu.tsv`; copied to `src/test/resources/cheats/` it makes the CUDA rows of
/// `docs/measuring.md` (see [CheatsTest]).
@Gpu
@Timeout(90)
class GpuCheatsTest {
    private static final List<String> SEEN = new ArrayList<>();

    @TempDir
    static Path folder;

    private static List<GpuBench> benches;
    private static double honestMicros;

    /// Large enough for the judge to compare on the device, and a product of long sums.
    @BeforeAll
    static void ready() {
        benches = List.of(
                GpuBench.of(folder, "softmax", "2048x4096", "f32"),
                GpuBench.of(folder, "matmul", "512x512x512", "f32"),
                GpuBench.of(folder, "matmul", "256x256x4096", "bf16"));
        honestMicros = leastMicros(benches.getFirst().evaluate(Softmaxes.right()));
    }

    private static double leastMicros(Outcome outcome) {
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Timed.class);
        var samples = ((Outcome.Timed) outcome).timing().samplesNanos();
        return samples.stream().mapToLong(Long::longValue).min().orElseThrow() / 1e3;
    }

    @AfterAll
    static void end() throws IOException {
        if (benches == null) return;
        var lines = new ArrayList<>(List.of("# seen on %s, %s, %s"
                .formatted(
                        benches.getFirst().task.target().model(),
                        benches.getFirst().facts(),
                        LocalDate.now())));
        lines.addAll(SEEN);
        var target = Path.of("target");
        var file = (Files.isDirectory(target) ? target : Path.of("")).resolve(CheatMatrix.GPU_FILE);
        Files.write(file, lines);
        System.out.println("wrote " + file.toAbsolutePath());
        benches.forEach(GpuBench::close);
    }

    static List<Cheat> cheats() {
        return Cheat.in("cu");
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void isCaught(Cheat cheat) {
        var bench = bench(cheat);
        var outcome = bench.evaluate(cheat.text());
        var check = cheat.assertCaught(outcome, honestMicros);
        SEEN.add(CheatMatrix.gpuLine(cheat, new CheatMatrix.Seen(outcome.label(), check)));
        if (Cheat.mayHaveDoneHarm(outcome)) assertNaiveIsRight(bench);
    }

    private static void assertNaiveIsRight(GpuBench bench) {
        var naive = GpuBench.entry(bench.task.op().name()).naive(Language.CUDA);
        assertThat(bench.verify(naive))
                .as("the naive source after it")
                .hasValueSatisfying(step -> assertThat(step).isInstanceOf(Step.Passed.class));
    }

    /// The first whose task it admits.
    private static GpuBench bench(Cheat cheat) {
        var source = cheat.source();
        return benches.stream()
                .filter(bench -> bench.task.op().name().equals(cheat.op()))
                .filter(bench -> LaunchPlan.admits(source, bench.task, source.defaults()))
                .findFirst()
                .orElseThrow();
    }
}
