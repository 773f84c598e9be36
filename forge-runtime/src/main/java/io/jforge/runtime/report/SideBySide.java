package io.jforge.runtime.report;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Timing;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// Sources of one task side by side, a row each; the first is the naive one.
///
/// @param task in a word, e.g. `softmax 4096x1024 f32`
/// @param leastMicros the roofline's time for the task
/// @param interrupted whether it ended before all were measured in turn
public record SideBySide(
        String op, String task, String device, double leastMicros, List<Row> rows, boolean interrupted) {
    private static final int SCHEMA = 1;

    public SideBySide {
        rows = List.copyOf(rows);
    }

    /// One of them.
    ///
    /// @param version `naive`, `best stored`, or what the source was called; with its tunables
    /// @param outcome empty where there is none: nothing is stored, or it was not tried
    /// @param timing of the samples taken in turn, else of its trial
    /// @param speedup over naive; empty where it was not measured in turn with it
    public record Row(
            String version,
            Map<String, Long> tunables,
            Optional<Outcome> outcome,
            Optional<Timing> timing,
            Optional<Speedup> speedup) {
        /// Whether it was tried and was not right.
        public boolean hasFailed() {
            return outcome.filter(what -> !(what instanceof Outcome.Timed)).isPresent();
        }

        /// As the table and JSON show it.
        public String outcomeLabel() {
            return outcome.map(Outcome::label).orElse("none");
        }

        String message() {
            return hasFailed() ? outcome.orElseThrow().message() : "";
        }
    }

    /// The row with the highest speedup over naive; empty if none was measured in turn.
    public Optional<Row> fastest() {
        return rows.stream()
                .filter(row -> row.speedup().isPresent())
                .max(Comparator.comparingDouble(row -> row.speedup().get().ratio()));
    }

    /// A row each: outcome, median, 95 % interval, speedup against naive with its interval, roofline share.
    public Table table() {
        var version = StringColumn.create("version");
        var outcome = StringColumn.create("outcome");
        var median = DoubleColumn.create("median us");
        var interval = StringColumn.create("95 % interval");
        var speedup = DoubleColumn.create("speedup");
        var speedupInterval = StringColumn.create("speedup interval");
        var roofline = DoubleColumn.create("roofline");
        for (var row : rows) {
            var micros = row.timing().map(Timing::medianMicros);
            version.append(row.version());
            outcome.append(row.outcomeLabel());
            append(median, micros);
            interval.append(row.timing()
                    .map(timing -> Tables.interval(timing.ci95Micros()))
                    .orElse(""));
            append(speedup, row.speedup().map(Speedup::ratio));
            speedupInterval.append(row.speedup()
                    .filter(each -> each.low() < each.high())
                    .map(Tables::interval)
                    .orElse(""));
            append(roofline, micros.map(each -> leastMicros / each));
        }
        return Table.create(task, version, outcome, median, interval, speedup, speedupInterval, roofline);
    }

    private static void append(DoubleColumn column, Optional<Double> value) {
        value.ifPresentOrElse(column::append, column::appendMissing);
    }

    /// As `bench --json` prints it.
    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("schema", SCHEMA);
        json.put("op", op);
        json.put("task", task);
        json.put("device", device);
        json.put("interrupted", interrupted);
        json.put("rows", rows.stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(Row row) {
        var json = new LinkedHashMap<String, Object>();
        json.put("version", row.version());
        json.put("tunables", row.tunables());
        json.put("outcome", row.outcomeLabel());
        if (row.hasFailed()) json.put("message", row.message());
        row.timing().ifPresent(timing -> {
            json.put("median_us", timing.medianMicros());
            json.put("ci95_us", timing.ci95Micros());
            json.put("roofline", leastMicros / timing.medianMicros());
        });
        row.speedup().ifPresent(speedup -> {
            json.put("speedup", speedup.ratio());
            json.put("speedup_ci95", List.of(speedup.low(), speedup.high()));
        });
        return json;
    }

    /// What stopped those that were not right, by version.
    public Map<String, String> failures() {
        var failures = new LinkedHashMap<String, String>();
        rows.stream().filter(Row::hasFailed).forEach(row -> failures.put(row.version(), row.message()));
        return failures;
    }

    @Override
    public String toString() {
        return Tables.text(table());
    }
}
