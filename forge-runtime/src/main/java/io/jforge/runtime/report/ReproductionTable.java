package io.jforge.runtime.report;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.Reproduction.Side;
import io.jforge.runtime.trial.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// A reproduction as tables, sentences and JSON.
public final class ReproductionTable {
    private static final int MOST_CHANGED = 10;

    private final Reproduction result;

    public ReproductionTable(Reproduction result) {
        this.result = result;
    }

    /// The verdict first.
    public String headline() {
        return "reproduced: %s. %s, run %s again as %s: %s"
                .formatted(
                        result.reproduced() ? "yes" : "no",
                        result.task(),
                        result.original().run(),
                        result.repeated().run(),
                        result.reason());
    }

    /// The original beside the repeated: device, times with their intervals, trials by outcome.
    public Table table() {
        var what = StringColumn.create("what");
        var original = StringColumn.create("original");
        var repeated = StringColumn.create("repeated");
        var rows = new LinkedHashMap<String, Function<Side, String>>();
        rows.put("device", Side::device);
        rows.put("naive us", side -> time(side.naive()));
        rows.put("winner us", side -> time(side.winner()));
        rows.put("speedup", ReproductionTable::speedup);
        var outcomes = new LinkedHashSet<>(result.original().trials().keySet());
        outcomes.addAll(result.repeated().trials().keySet());
        for (var outcome : outcomes)
            rows.put("trials " + outcome, side -> String.valueOf(side.trials().getOrDefault(outcome, 0)));
        rows.forEach((name, text) -> {
            what.append(name);
            original.append(text.apply(result.original()));
            repeated.append(text.apply(result.repeated()));
        });
        return Table.create("reproduction", what, original, repeated);
    }

    private static String time(Optional<Timing> timing) {
        return timing.map(it -> "%s (%s)".formatted(Tables.number(it.medianMicros()), Tables.interval(it.ci95Micros())))
                .orElse("none");
    }

    private static String speedup(Side side) {
        if (side.speedup().isEmpty()) return "none";
        var ratio = Tables.number(side.speedup().getAsDouble()) + "x";
        return side.confirmed()
                .map(pairs -> "%s (%s)".formatted(ratio, Tables.interval(pairs)))
                .orElse(ratio + ", not confirmed");
    }

    /// The first of the trials that changed; empty if none did.
    public Optional<Table> changed() {
        if (result.changed().isEmpty()) return Optional.empty();
        var trial = IntColumn.create("trial");
        var title = StringColumn.create("change");
        var before = StringColumn.create("before");
        var after = StringColumn.create("after");
        for (var each : listed()) {
            trial.append(each.trial());
            title.append(each.title());
            before.append(each.before());
            after.append(each.after());
        }
        return Optional.of(Table.create("changed", trial, title, before, after));
    }

    private List<Reproduction.Changed> listed() {
        return result.changed().stream().limit(MOST_CHANGED).toList();
    }

    /// What else is to be known, a sentence each.
    public List<String> notes() {
        var notes = new ArrayList<String>();
        int more = result.changed().size() - MOST_CHANGED;
        if (more > 0) notes.add("%d more trials changed.".formatted(more));
        for (var each : listed())
            notes.add("Trial %d: %s"
                    .formatted(each.trial(), each.why().lines().findFirst().orElse("")));
        result.faster()
                .ifPresent(trial -> notes.add("Trial %d, %s, is the fastest now: %s us in its own trial."
                        .formatted(
                                trial.number(),
                                trial.title(),
                                Tables.number(trial.medianMicros().orElseThrow()))));
        result.times()
                .ifPresent(times -> notes.add(
                        "The %d trials that are right in both take %sx the time they took (geometric mean, %s to %s)."
                                .formatted(
                                        times.trials(),
                                        Tables.number(times.mean()),
                                        Tables.number(times.least()),
                                        Tables.number(times.most()))));
        notes.add(
                result.sameDevice()
                        ? "The same device model: the winner's speedup is to overlap what it was, or to be at least 90 % of it."
                        : "Another device model: times are shown, not judged.");
        return notes;
    }

    /// As `replay --json` has it.
    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("reproduced", result.reproduced());
        json.put("reason", result.reason());
        json.put("same_device", result.sameDevice());
        json.put("original", json(result.original()));
        json.put("repeated", json(result.repeated()));
        json.put(
                "changed",
                result.changed().stream()
                        .map(each -> Map.of(
                                "trial", each.trial(),
                                "change", each.title(),
                                "before", each.before(),
                                "after", each.after(),
                                "why", each.why()))
                        .toList());
        result.times()
                .ifPresent(times -> json.put(
                        "trial_times",
                        Map.of(
                                "trials", times.trials(),
                                "geometric_mean", times.mean(),
                                "range", List.of(times.least(), times.most()))));
        json.put(
                "fastest_now",
                result.faster().map(trial -> (Object) trial.number()).orElse(null));
        return json;
    }

    private static Map<String, Object> json(Side side) {
        var json = new LinkedHashMap<String, Object>();
        json.put("run", side.run());
        json.put("device", side.device());
        json.put("trials", side.trials());
        json.put("naive", side.naive().map(ReproductionTable::json).orElse(null));
        json.put("winner", side.winner().map(ReproductionTable::json).orElse(null));
        json.put("speedup", side.speedup().isPresent() ? side.speedup().getAsDouble() : null);
        json.put("speedup_ci95", side.confirmed().map(ReproductionTable::ends).orElse(null));
        return json;
    }

    private static Map<String, Object> json(Timing timing) {
        return Map.of("median_us", timing.medianMicros(), "ci95_us", timing.ci95Micros());
    }

    private static List<Double> ends(Speedup speedup) {
        return List.of(speedup.low(), speedup.high());
    }
}
