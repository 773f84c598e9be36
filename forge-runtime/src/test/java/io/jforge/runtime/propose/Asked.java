package io.jforge.runtime.propose;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;

/// Runs as they might have gone, for prompts to be made of.
final class Asked {
    static final Catalogue CATALOGUE = new Catalogue();
    static final Target CPU = new Target("cpu", "cpu", "AMD EPYC 9V84", 8, 32L << 20, 64L << 30, "amd64 avx2");
    static final Target GPU = new Target("cuda", "cuda:0", "NVIDIA H200", 132, 50L << 20, 140L << 30, "sm_90");

    private Asked() {}

    static Task task(String op, String shape, String dtype, Target target) {
        return Task.of(CATALOGUE.find(op).op(), shape, dtype, target);
    }

    static Brief brief(Task task, double leastMicros, boolean memoryBound, Map<String, String> machine) {
        var entry = CATALOGUE.find(task.op().name());
        return new Brief(task, entry.reference(), naive(task), leastMicros, memoryBound, machine);
    }

    static Source naive(Task task) {
        return CATALOGUE.find(task.op().name()).naive(task.target().language());
    }

    static Brief softmaxC() {
        var machine = new LinkedHashMap<String, String>();
        machine.put("copy bandwidth", "94.2 GB/s");
        machine.put("f32 arithmetic", "1,130 Gflop/s");
        machine.put("compiler", "gcc (Debian 12.2.0-14) 12.2.0");
        return brief(task("softmax", "4096x1024", "f32", CPU), 356.2, true, machine);
    }

    static Brief softmaxCuda() {
        return brief(task("softmax", "wide", "f32", GPU), 256.3, true, h200());
    }

    static Brief matmulCuda() {
        return brief(task("matmul", "square", "bf16", GPU), 172.0, false, h200());
    }

    private static Map<String, String> h200() {
        var machine = new LinkedHashMap<String, String>();
        machine.put("copy bandwidth", "4,190 GB/s");
        machine.put("compiler", "NVRTC 12.9");
        return machine;
    }

    /// What the built-in proposer would write.
    static Source made(Task task, String recipe) {
        var rewrites = CATALOGUE.find(task.op().name()).rewrites();
        return new RewriteProposer(rewrites, task, task.target().language()).render(Recipe.parse(recipe));
    }

    /// A run that grows trial by trial.
    static final class Story {
        private final List<Trial> trials = new ArrayList<>();
        private final Map<Integer, Source> sources = new LinkedHashMap<>();

        Story naive(Source naive, double micros) {
            sources.put(0, naive);
            return add(0, -1, "naive", naive.defaults(), Asked.timed(micros), Resources.NONE);
        }

        Story timed(int node, int parent, String change, Source source, Map<String, Long> point, double micros) {
            return timed(node, parent, change, source, point, micros, Resources.NONE);
        }

        Story timed(
                int node,
                int parent,
                String change,
                Source source,
                Map<String, Long> point,
                double micros,
                Resources resources) {
            sources.put(node, source);
            return add(node, parent, change, point, Asked.timed(micros), resources);
        }

        Story failed(int node, int parent, String change, Source source, Outcome outcome) {
            sources.put(node, source);
            return add(node, parent, change, source.defaults(), outcome, Resources.NONE);
        }

        private Story add(
                int node, int parent, String change, Map<String, Long> point, Outcome outcome, Resources resources) {
            trials.add(new Trial(
                    trials.size(),
                    node,
                    parent,
                    node,
                    change,
                    "",
                    new Candidate(sources.get(node), point),
                    outcome,
                    Stages.NONE,
                    resources,
                    Instant.EPOCH));
            return this;
        }

        Parent parent(int node) {
            return new Parent(sources.get(node), "", Set.of(), node, trials);
        }
    }

    static Outcome timed(double micros) {
        var samples = LongStream.range(0, 20)
                .map(i -> Math.round(micros * (1000 + i % 5 - 2)))
                .boxed()
                .toList();
        return new Outcome.Timed(new Timing(samples, false), Evidence.none());
    }

    static Resources launch(String entry, int registers, long spills, long shared, int threads, int blocks) {
        return new Resources(List.of(new Resources.Launch(
                entry,
                registers,
                spills,
                shared,
                threads,
                OptionalInt.of(blocks),
                OptionalDouble.of(blocks * threads / 2048.0))));
    }

    static Optional<Profile> counters(String entry) {
        return Optional.of(Profile.of(
                3,
                "ncu 2025.3.1",
                "cold",
                List.of(new Profile.Launch(
                        entry,
                        Map.of(
                                Counter.DURATION_US, 402.3,
                                Counter.DRAM_PERCENT, 61.2,
                                Counter.DRAM_GB_PER_S, 2_938.0,
                                Counter.L2_HIT_PERCENT, 34.1,
                                Counter.SM_PERCENT, 38.7,
                                Counter.OCCUPANCY_PERCENT, 48.9,
                                Counter.SECTORS_PER_LOAD, 4.0),
                        List.of(
                                new Profile.Stall("long scoreboard", 71.4),
                                new Profile.Stall("barrier", 11.2),
                                new Profile.Stall("wait", 4.0)))),
                4_190));
    }

    /// A search on the GPU that has found something and failed with more.
    static Story softmaxStory() {
        var task = softmaxCuda().task();
        var block = made(task, "rows.cu.mustache team=block kept=again loads=one exp=libm");
        var wide = made(task, "rows.cu.mustache team=block kept=again loads=wide exp=libm");
        var kept = made(task, "rows.cu.mustache team=block kept=shared loads=wide exp=libm");
        var warp = made(task, "rows.cu.mustache team=warp kept=again loads=wide exp=libm");
        var fast = made(task, "rows.cu.mustache team=block kept=again loads=wide exp=fast");
        var other = made(task, "rows.cu.mustache team=warp kept=again loads=one exp=libm");
        return new Story()
                .naive(naive(task), 41_230)
                .timed(1, 0, "a block shares a row", block, Map.of("TPB", 256L, "UN", 4L), 611.8)
                .timed(2, 1, "up to 16 bytes at a time", wide, Map.of("TPB", 256L, "UN", 4L, "VEC", 8L), 431.5)
                .timed(
                        2,
                        1,
                        "up to 16 bytes at a time",
                        wide,
                        Map.of("TPB", 512L, "UN", 4L, "VEC", 4L),
                        402.1,
                        launch("softmax", 40, 0, 256, 512, 2))
                .timed(2, 1, "up to 16 bytes at a time", wide, Map.of("TPB", 1024L, "UN", 4L, "VEC", 4L), 418.0)
                .failed(
                        3,
                        2,
                        "the row is read once and stays in shared memory",
                        kept,
                        new Outcome.Wrong(
                                "reference",
                                "y[0,4096] is 0.000121, should be 0.000242 (off by 0.00012, allowed 2.2e-08) at softmax"
                                        + " 1x8192 f32 normal, seed 3f2a"))
                .failed(4, 1, "a warp shares a row", warp, new Outcome.Rejected("""
                        softmax.cu(41): error: identifier "lane" is undefined
                              const Pack *in = (const Pack *) x + lane;
                                                                  ^

                        1 error detected in the compilation of "softmax.cu"."""))
                .timed(5, 2, "the hardware's exp2", fast, Map.of("TPB", 512L, "UN", 4L, "VEC", 4L), 399.7)
                .timed(6, 0, "a warp shares a row, a number at a time", other, Map.of("TPB", 256L, "UN", 4L), 503.3);
    }

    static Story matmulStory() {
        var task = matmulCuda().task();
        var tiles = made(task, "tensor.cu.mustache " + defaults(task, "tensor.cu.mustache"));
        return new Story()
                .naive(naive(task), 92_410)
                .timed(
                        1,
                        0,
                        "tensor cores by mma.sync",
                        tiles,
                        tiles.defaults(),
                        331.7,
                        launch("matmul", 168, 0, 98_304, 256, 1));
    }

    private static String defaults(Task task, String template) {
        return new Recipe(
                        "",
                        CATALOGUE
                                .find(task.op().name())
                                .rewrites()
                                .template(template)
                                .defaults())
                .toString()
                .strip();
    }

    static Source cSoftmax() {
        return Source.parse("""
                /* forge 1 c softmax
                 * tune    BLOCK in 512 1024
                 * require dtype(x) == f32
                 * launch  softmax threads(cores) args(x, y, rows, cols)
                 */
                #include <math.h>

                void softmax(const float *x, float *y, int rows, int cols) {
                #pragma omp parallel for schedule(static)
                    for (int r = 0; r < rows; r++) {
                        const float *in = x + (long long) r * cols;
                        float *out = y + (long long) r * cols;
                        float largest = in[0], sum = 0;
                        for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                        for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                        for (int i = 0; i < cols / 8 * 8; i++) out[i] /= sum;
                    }
                }
                """);
    }
}
