package io.jforge.runtime.store;

import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Rung;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Made-up runs to store and to show.
public final class Runs {
    public static final Instant START = Instant.parse("2026-05-04T10:20:30.123456Z");

    private Runs() {}

    public static RunHeader header(String id, String name, Instant started) {
        return new RunHeader(
                id,
                name,
                "softmax",
                Map.of("rows", 4096L, "cols", 1024L),
                Map.of("T", "f32"),
                "f32",
                "softmax 4096x1024 f32",
                "cpu",
                42,
                new RunHeader.Settings(30, "mcts", "60.0s", "3x", 0),
                new Roofline(20, 100),
                1600,
                true,
                Map.of("compiler", "gcc 14"),
                started);
    }

    public static RunHeader header(String id) {
        return header(id, id, START);
    }

    public static Timing timing(double... micros) {
        return new Timing(
                java.util.Arrays.stream(micros)
                        .mapToObj(each -> Math.round(each * 1000))
                        .toList(),
                false);
    }

    static Evidence evidence(String shape, long seed, double share) {
        return Evidence.of(
                new Check(Rung.TRIAL, Check.Moment.BEFORE, shape, "normal", seed, share, 1.5e-7, Duration.ofMillis(3)));
    }

    public static Outcome timed(double... micros) {
        return new Outcome.Timed(timing(micros), evidence("softmax 17x33 f32", 42, 0.25));
    }

    /// Trial `number` is node `number`, made from `parent`.
    public static Trial trial(int number, int parent, String change, Outcome outcome, Map<String, Long> tunables) {
        var source = Source.parse("""
                /* forge 1 c softmax%s
                 * launch softmax threads(1) args(x, y, rows, cols)
                 */
                // number %d
                """.formatted(tunables.isEmpty() ? "" : "\n * tune UN in 1 2 4 8", number));
        return new Trial(
                number,
                number,
                parent,
                number,
                change,
                number == 0 ? "" : "rows.c.mustache exp=poly",
                new Candidate(source, tunables),
                outcome,
                new Stages(
                        Duration.ofMillis(100 + number),
                        Duration.ofMillis(number),
                        Duration.ofMillis(20),
                        Duration.ofNanos(1_500_000)),
                resources(number),
                START.plusSeconds(number));
    }

    /// As of a GPU; of the first trial what is known of one that did not get as far as the device.
    private static Resources resources(int number) {
        return new Resources(List.of(new Resources.Launch(
                "softmax",
                32 + number,
                8,
                4096,
                256,
                number == 0 ? OptionalInt.empty() : OptionalInt.of(4),
                number == 0 ? OptionalDouble.empty() : OptionalDouble.of(0.5))));
    }

    /// The naive source, a winner made from it, one that is wrong, one that is slower.
    public static List<Trial> trials() {
        return List.of(
                trial(0, -1, "naive", timed(16000, 16100, 16050), Map.of()),
                trial(1, 0, "polynomial exp", timed(4000, 4010, 4020), Map.of("UN", 4L)),
                trial(2, 1, "both cores", timed(2000, 2010, 2020), Map.of("UN", 8L)),
                trial(3, 1, "fast-math", new Outcome.Wrong("17x33", "3.5 instead of 1"), Map.of("UN", 4L)),
                trial(4, 2, "stores past the cache", timed(2500, 2600, 2700), Map.of("UN", 8L)));
    }

    public static RunEnding.Confirmation confirmation() {
        return new RunEnding.Confirmation(
                2,
                timing(16200, 16400, 16300),
                timing(2025, 2050, 2037.5),
                new Speedup(8, 7.9, 8.1),
                evidence("softmax 64x128 f32", -1, 0.5));
    }

    /// The same with both caches.
    public static RunRecord withBothCaches() {
        var cold = confirmation();
        var warm = RunEnding.Pair.of(timing(8000, 8000, 8000), timing(500, 400, 500));
        var both = new RunEnding.Confirmation(
                cold.trial(),
                cold.naive(),
                cold.best(),
                cold.speedup(),
                cold.evidence(),
                Optional.empty(),
                Optional.of(warm),
                BaselineReport.NONE);
        return new RunRecord(
                header("softmax-12ab"), trials(), Optional.of(new RunEnding("iterations", 12.5, Optional.of(both))));
    }

    public static RunRecord finished() {
        return new RunRecord(
                header("softmax-12ab", "first", START),
                trials(),
                Optional.of(new RunEnding("iterations", 12.5, Optional.of(confirmation()))));
    }

    public static RunRecord unconfirmed() {
        return new RunRecord(
                header("softmax-12ab"), trials(), Optional.of(new RunEnding("interrupted", 3, Optional.empty())));
    }

    public static RunRecord of(List<Trial> trials) {
        return new RunRecord(header("softmax-12ab"), trials, Optional.empty());
    }

    /// Two launches of trial 2, the second the longer, with what a GPU may lack.
    public static Profile profile() {
        var first = new Profile.Launch("partial", Map.of(Counter.DURATION_US, 1.5), List.of());
        var second = new Profile.Launch(
                "softmax",
                Map.of(
                        Counter.DURATION_US, 251.136,
                        Counter.DRAM_PERCENT, 89.25,
                        Counter.DRAM_GB_PER_S, 4275.1,
                        Counter.SM_PERCENT, 22.25,
                        Counter.CONFLICTS_PER_SHARED_LOAD, 0.5),
                List.of(new Profile.Stall("long scoreboard", 75), new Profile.Stall("barrier", 12.5)));
        return Profile.of(2, "ncu 2025.3.1", "cold", List.of(first, second), 0);
    }
}
