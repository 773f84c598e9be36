package io.jforge.jupyter.display;

import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.BaselineResult;
import io.jforge.runtime.measure.Roofline;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Made-up runs to show.
public final class SampleRuns {
    private SampleRuns() {}

    /// @param time as `--time` was given, or empty text
    public static RunHeader header(String id, String name, String time) {
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
                new RunHeader.Settings(30, "mcts", time, "", 0),
                new Roofline(20, 100),
                1600,
                true,
                Map.of("compiler", "gcc 14"),
                Instant.parse("2026-05-04T10:20:30Z"));
    }

    public static Timing timing(double... micros) {
        return new Timing(
                Arrays.stream(micros).mapToObj(each -> Math.round(each * 1000)).toList(), false);
    }

    private static Evidence evidence(String small, String full) {
        return Evidence.of(check(Rung.TRIAL, Check.Moment.BEFORE, small, "outlier", 0.012))
                .and(Evidence.of(check(Rung.TRIAL, Check.Moment.TIMED, full, "normal", 0.25)))
                .and(Evidence.of(check(Rung.BEST, Check.Moment.AFTER, full, "normal", 0.08)));
    }

    private static Check check(Rung rung, Check.Moment moment, String shape, String inputs, double share) {
        return new Check(rung, moment, shape, inputs, 0x2aL, share, 1.5e-7, Duration.ofMillis(3));
    }

    public static Outcome timed(double micros) {
        return new Outcome.Timed(timing(micros, micros, micros), evidence("softmax 17x33 f32", "softmax 5x7 f32"));
    }

    public static Trial trial(int number, int parent, String change, Outcome outcome) {
        return trial(number, parent, change, outcome, "number " + number);
    }

    public static Trial trial(int number, int parent, String change, Outcome outcome, String remark) {
        var source = Source.parse("/* forge 1 c softmax\n * launch softmax threads(1) args(x, y, rows, cols)\n */\n/* "
                + remark + " */\n");
        var stages = new Stages(Duration.ofMillis(100), Duration.ZERO, Duration.ofMillis(20), Duration.ofMillis(30));
        return new Trial(
                number,
                number,
                parent,
                number,
                change,
                "",
                new Candidate(source, Map.of()),
                outcome,
                stages,
                Resources.NONE,
                Instant.parse("2026-05-04T10:20:31Z"));
    }

    public static List<Trial> trials() {
        return List.of(
                trial(0, -1, "naive", timed(16000)),
                trial(1, 0, "polynomial exp", timed(4000)),
                trial(2, 1, "both cores", timed(2000)),
                trial(3, 1, "fast-math", new Outcome.Wrong("17x33", "3.5 instead of 1")));
    }

    public static RunRecord finished() {
        return ended(
                "iterations",
                Optional.of(new RunEnding.Confirmation(
                        2,
                        timing(16200, 16400, 16300),
                        timing(2025, 2050, 2037.5),
                        new Speedup(8, 7.9, 8.1),
                        Evidence.none())));
    }

    /// PyTorch's eager twice as slow as the winner, and no compile.
    public static RunRecord besideEager() {
        var confirmed = finished().ending().orElseThrow().confirmation().orElseThrow();
        var results = List.of(
                new BaselineResult("eager", Optional.of(timing(4075)), Optional.of(new Speedup(2, 1.9, 2.1)), 0.01, ""),
                new BaselineResult(
                        "compile", Optional.empty(), Optional.empty(), 0, "PyTorch 1.13 has no torch.compile"));
        return ended(
                "iterations",
                Optional.of(new RunEnding.Confirmation(
                        confirmed.trial(),
                        confirmed.naive(),
                        confirmed.best(),
                        confirmed.speedup(),
                        confirmed.evidence(),
                        Optional.empty(),
                        Optional.empty(),
                        new BaselineReport(results, Map.of()))));
    }

    public static RunRecord ended(String stop, Optional<RunEnding.Confirmation> confirmation) {
        return new RunRecord(
                header("softmax-12ab", "first", ""), trials(), Optional.of(new RunEnding(stop, 12.5, confirmation)));
    }

    public static RunRecord profiled(Profile profile) {
        var run = finished();
        var ending = run.ending().orElseThrow();
        return new RunRecord(
                run.header(),
                run.trials(),
                Optional.of(new RunEnding(
                        ending.stop(),
                        ending.wallSeconds(),
                        ending.confirmation(),
                        List.of(),
                        Map.of(),
                        Optional.of(profile))));
    }

    public static Profile profile() {
        return Profile.of(
                2,
                "ncu 2025.3.1",
                "cold",
                List.of(new Profile.Launch(
                        "soft<max>",
                        Map.of(Counter.DURATION_US, 251.136, Counter.DRAM_PERCENT, 89.25),
                        List.of(new Profile.Stall("long scoreboard", 75)))),
                0);
    }

    /// A person's own source, beside the best of another run where `behind` tells how it fares against that.
    public static RunRecord candidate(Outcome outcome, Optional<Speedup> behind) {
        var header = header("softmax-34cd", "softmax-34cd", "");
        var trials = List.of(trial(0, -1, "naive", timed(16000)), trial(1, 0, "your source", outcome));
        var confirmation = behind.map(speedup -> new RunEnding.Confirmation(
                1,
                timing(16200, 16400, 16300),
                timing(4000, 4100, 4050),
                new Speedup(4, 3.9, 4.1),
                evidence("softmax 16384x8192 f32", "softmax 16384x8192 f32"),
                Optional.of(new RunEnding.Rival(
                        "softmax-12ab",
                        2,
                        "both cores",
                        timing(2025, 2050, 2037.5),
                        new Speedup(8, 7.9, 8.1),
                        speedup)),
                Optional.empty(),
                BaselineReport.NONE));
        return new RunRecord(
                new RunHeader(
                        header.id(),
                        header.name(),
                        header.op(),
                        header.symbols(),
                        header.dtypes(),
                        header.dtype(),
                        header.task(),
                        header.device(),
                        0,
                        new RunHeader.Settings(1, RunRecord.CANDIDATE, "", "", 0),
                        header.roofline(),
                        header.leastMicros(),
                        header.memoryBound(),
                        header.environment(),
                        header.started()),
                trials,
                Optional.of(new RunEnding("iterations", 3, confirmation)));
    }

    public static RunRecord of(Trial... trials) {
        return new RunRecord(header("softmax-12ab", "first", ""), List.of(trials), Optional.empty());
    }
}
