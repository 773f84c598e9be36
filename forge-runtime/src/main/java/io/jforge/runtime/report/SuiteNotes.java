package io.jforge.runtime.report;

import io.jforge.runtime.report.SuiteRow.Beside;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What stands around a suite's table, in sentences.
public final class SuiteNotes {
    private final SuiteResult result;

    public SuiteNotes(SuiteResult result) {
        this.result = result;
    }

    /// What was measured on what.
    public String headline() {
        var measured =
                result.rows().stream().filter(row -> row.ours().isPresent()).count();
        var what = result.settings().stored() ? "the best stored" : "a search each";
        return "%d of %d presets measured on %s (%s): %s"
                .formatted(measured, result.planned(), result.device(), result.model(), what);
    }

    /// The geometric means, and how many rows were skipped.
    public String means() {
        var means = SuiteMeans.of(result).stream().map(SuiteMeans::words).collect(Collectors.joining(", "));
        var skipped = result.rows().stream().filter(SuiteRow::isSkipped).count();
        var words = new ArrayList<String>();
        if (!means.isEmpty()) words.add("Geometric means of the speedups: " + means + ".");
        words.add("%s skipped.".formatted(rows(skipped)));
        result.interruptedAt()
                .ifPresent(at -> words.add("Interrupted at %s: %d of %d rows are done."
                        .formatted(at, result.rows().size(), result.planned())));
        return String.join(" ", words);
    }

    private static String rows(long count) {
        return count == 0 ? "No row was" : count == 1 ? "1 row was" : count + " rows were";
    }

    /// Why rows were skipped, nothing of ours was measured, a baseline could not be had, or times are spoilt: a line
    /// each, such as `softmax/wide: 33.0 GB are needed`.
    public List<String> reasons() {
        var reasons = new ArrayList<String>();
        var missing = new LinkedHashMap<String, List<String>>();
        for (var row : result.rows()) {
            row.reason().ifPresent(why -> reasons.add(line(row.name() + ": " + why)));
            for (var warning : row.warnings()) reasons.add(row.name() + ": warning: " + warning);
            row.baselines()
                    .forEach((name, it) -> why(name, it)
                            .ifPresent(why -> missing.computeIfAbsent(why, _ -> new ArrayList<>())
                                    .add(row.name())));
        }
        missing.forEach((why, names) -> reasons.add(
                names.size() == result.rows().size() || names.size() > 3
                        ? "%s (%s)"
                                .formatted(
                                        why,
                                        rows(names.size()).replace(" was", "").replace(" were", ""))
                        : String.join(", ", names) + ": " + why));
        return reasons;
    }

    /// Of a message that is longer than a terminal is wide, the JSON has the rest.
    static String line(String words) {
        var line = words.replaceAll("\\s*\\R\\s*", " ");
        return line.length() <= SuiteTable.WIDTH ? line : line.substring(0, SuiteTable.WIDTH - 4) + " ...";
    }

    private static Optional<String> why(String name, Beside beside) {
        return beside.unavailable().map(why -> "no %s: %s".formatted(name, why));
    }

    /// What the numbers are, and where the runs are.
    public String note() {
        var first = result.rows().stream()
                .filter(row -> row.ours().isPresent())
                .flatMap(row ->
                        row.run().stream().map(run -> run + "/" + row.trial().orElseThrow()))
                .findFirst();
        return "Speedups are medians of samples taken in turn, with a %s cache, and 95 %% intervals of those; each row is a run%s."
                .formatted(
                        result.settings().cache(),
                        first.map(trial -> ": `%forge show " + trial + "`").orElse(""));
    }
}
