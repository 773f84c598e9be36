package io.jforge.runtime;

import io.jforge.runtime.compile.StandInNcu;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs as a GPU makes them, and a stand-in for nvcc, for machines that have neither.
final class CudaRuns {
    static final String MODEL = "NVIDIA H200";

    /// It makes what it is told to, and no sense; the source is kept.
    private static final String NVCC = """
            case $1 in
            --version) echo 'Cuda compilation tools, release 13.0, V13.0.1'; exit ;;
            --list-gpu-code) echo sm_90; exit ;;
            esac
            printf '%s ' "$@" > 'FOLDER/nvcc-words'
            for file; do :; done
            while read -r line; do echo "$line"; done < "$file" > 'FOLDER/source'
            test -s "$file" && : > "${file%.cu}"
            """;

    private CudaRuns() {}

    static Target gpu(String id) {
        return new Target(Target.CUDA, id, MODEL, 132, 60L << 20, 140L << 30, "sm_90");
    }

    static void nvcc(Path folder) {
        StandInNcu.program(folder.resolve("nvcc"), NVCC.replace("FOLDER", folder.toString()));
    }

    static void nvccThatFails(Path folder) {
        StandInNcu.program(
                folder.resolve("nvcc"),
                NVCC.replace("FOLDER", folder.toString()).replace("test -s", "echo 'a.cu(3): error: no' && false"));
    }

    /// Of a softmax, 64x100.
    static RunRecord run(String cache, Trial... trials) {
        return run(gpu("cuda:0"), 64, 100, cache, trials);
    }

    static RunRecord run(Target target, long rows, long cols, String cache, Trial... trials) {
        var header = new RunHeader(
                "softmax-90aa",
                "softmax-90aa",
                "softmax",
                Map.of("rows", rows, "cols", cols),
                Map.of("T", "f32"),
                "f32",
                "softmax %dx%d f32".formatted(rows, cols),
                target.id(),
                42,
                new RunHeader.Settings(1, "mcts", "", "", 0, "worker", cache, null, null, null, null),
                new Roofline(4000, 60000),
                2,
                true,
                Map.of(
                        "processor",
                        target.model(),
                        "cores",
                        String.valueOf(target.cores()),
                        "instructions",
                        target.isa(),
                        "architecture",
                        target.isa()),
                Instant.EPOCH);
        return new RunRecord(header, List.of(trials), Optional.empty());
    }

    static Trial trial(Source source) {
        return new Trial(
                3,
                3,
                -1,
                0,
                "naive",
                "",
                new Candidate(source, Map.of()),
                new Outcome.Timed(new Timing(List.of(1000L), false), Evidence.none()),
                Stages.NONE,
                Resources.NONE,
                Instant.EPOCH);
    }
}
