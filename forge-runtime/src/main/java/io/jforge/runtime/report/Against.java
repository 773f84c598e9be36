package io.jforge.runtime.report;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.BaselineReport;
import io.jforge.runtime.measure.BaselineResult;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A run's winner against the baselines that were measured in the same rounds.
public final class Against {
    private Against() {}

    /// What was measured besides naive; nothing of a run that was not confirmed.
    public static BaselineReport report(RunRecord run) {
        return run.ending()
                .flatMap(RunEnding::confirmation)
                .map(RunEnding.Confirmation::baselines)
                .orElse(BaselineReport.NONE);
    }

    /// The winner's speedup over PyTorch eager, which leads where there is one.
    public static Optional<Speedup> eager(RunRecord run) {
        return report(run).leading().flatMap(BaselineResult::speedup);
    }

    static Optional<Timing> eagerTiming(RunRecord run) {
        return report(run).leading().flatMap(BaselineResult::timing);
    }

    static String title(BaselineResult result) {
        return BaselineKind.of(result.name()).title();
    }

    /// The baselines that could be had.
    static List<BaselineResult> measured(RunRecord run) {
        return report(run).results().stream()
                .filter(result -> result.timing().isPresent())
                .toList();
    }

    /// In words: the winner's speedup over each, with its interval, what compiling took, and why one could not be had.
    public static String sentences(RunRecord run) {
        var words = new ArrayList<String>();
        var over = measured(run).stream().map(Against::over).collect(Collectors.joining(", "));
        if (!over.isEmpty()) words.add("Speedup " + over + ".");
        for (var result : report(run).results())
            if (result.timing().isEmpty()) words.add("No %s: %s.".formatted(title(result), result.unavailable()));
        return String.join(" ", words);
    }

    private static String over(BaselineResult result) {
        var speedup = result.speedup().orElseThrow();
        return "over %s %sx (%s to %s; it was warm after %s s)"
                .formatted(
                        title(result),
                        Tables.number(speedup.ratio()),
                        Tables.number(speedup.low()),
                        Tables.number(speedup.high()),
                        Tables.number(result.warmUpSeconds()));
    }

    /// As `--json` has it, by name.
    static Map<String, Object> json(RunRecord run) {
        var json = new LinkedHashMap<String, Object>();
        for (var result : report(run).results()) json.put(result.name(), json(result));
        return json;
    }

    private static Map<String, Object> json(BaselineResult result) {
        var json = new LinkedHashMap<String, Object>();
        if (result.timing().isEmpty()) {
            json.put("unavailable", result.unavailable());
            return json;
        }
        var timing = result.timing().get();
        var speedup = result.speedup().orElseThrow();
        json.put("median_us", timing.medianMicros());
        json.put("ci95_us", timing.ci95Micros());
        json.put("samples", timing.samplesNanos().size());
        json.put("warm_up_s", result.warmUpSeconds());
        json.put("speedup", speedup.ratio());
        json.put("speedup_ci95", List.of(speedup.low(), speedup.high()));
        return json;
    }
}
