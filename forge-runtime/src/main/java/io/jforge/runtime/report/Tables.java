package io.jforge.runtime.report;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// Runs as tables. Times are medians in microseconds; a cell without a value is missing.
public final class Tables {
    private Tables() {}

    /// The baselines, naive and the winner: median, 95 % interval, speedup over naive with its interval, roofline
    /// share; the same of naive and the winner with the cache that the run did not time with. Where PyTorch
    /// eager was measured, the speedup over it comes first.
    public static Table summary(RunRecord run) {
        var version = StringColumn.create("version");
        var median = DoubleColumn.create("median us");
        var interval = StringColumn.create("95 % interval");
        var speedup = DoubleColumn.create("speedup");
        var speedupInterval = StringColumn.create("speedup interval");
        var roofline = DoubleColumn.create("roofline");
        for (var row : rows(run)) {
            version.append(row.version());
            median.append(row.timing().medianMicros());
            interval.append(interval(row.timing().ci95Micros()));
            speedup.append(row.speedup());
            speedupInterval.append(row.interval());
            roofline.append(run.header().leastMicros() / row.timing().medianMicros());
        }
        var table = Table.create(run.header().task(), version, median, interval, speedup, speedupInterval, roofline);
        Against.eagerTiming(run).ifPresent(eager -> insertOverEager(table, run, eager));
        return table;
    }

    private static void insertOverEager(Table table, RunRecord run, Timing eager) {
        var over = DoubleColumn.create("over eager");
        var interval = StringColumn.create("over eager interval");
        var rows = rows(run);
        for (var row : rows) {
            var confirmed = Against.eager(run).filter(_ -> row.version().equals(best(run)));
            double medians = eager.medianMicros() / row.timing().medianMicros();
            if (row.usual()) over.append(confirmed.map(Speedup::ratio).orElse(medians));
            else over.appendMissing();
            interval.append(confirmed.map(Tables::interval).orElse(""));
        }
        table.insertColumn(3, over);
        table.insertColumn(4, interval);
    }

    /// @param usual timed with the cache that the run timed with
    private record Row(String version, Timing timing, double speedup, String interval, boolean usual) {
        Row(String version, Timing timing, double speedup, String interval) {
            this(version, timing, speedup, interval, true);
        }
    }

    private static List<Row> rows(RunRecord run) {
        var rows = new ArrayList<Row>();
        for (var baseline : Against.measured(run)) {
            var timing = baseline.timing().orElseThrow();
            double overNaive = naiveTiming(run).orElseThrow().medianMicros() / timing.medianMicros();
            rows.add(new Row(Against.title(baseline), timing, overNaive, ""));
        }
        naiveTiming(run).ifPresent(timing -> rows.add(new Row("naive", timing, 1, "")));
        confirmation(run)
                .flatMap(RunEnding.Confirmation::rival)
                .ifPresent(rival -> rows.add(new Row(
                        "best stored: %s/%d, %s".formatted(rival.run(), rival.trial(), rival.title()),
                        rival.timing(),
                        rival.overNaive().ratio(),
                        interval(rival.overNaive()))));
        run.best()
                .filter(best -> best.parentNode() >= 0)
                .ifPresent(best -> bestTiming(run)
                        .ifPresent(
                                timing -> rows.add(new Row(title(run, best), timing, speedup(run), confirmed(run)))));
        confirmation(run).flatMap(RunEnding.Confirmation::other).ifPresent(other -> {
            var cache = ", " + run.header().settings().otherCache() + " cache";
            rows.add(new Row("naive" + cache, other.naive(), 1, "", false));
            double ratio = other.speedup().ratio();
            rows.add(new Row("best" + cache, other.best(), ratio, interval(other.speedup()), false));
        });
        return rows;
    }

    /// What [#summary] calls the row of the winner; empty if there is none.
    public static String best(RunRecord run) {
        return run.best().map(best -> title(run, best)).orElse("");
    }

    private static String title(RunRecord run, Trial best) {
        return run.isCandidate() ? best.title() : "best: " + best.title();
    }

    private static String confirmed(RunRecord run) {
        return confirmation(run).map(c -> interval(c.speedup())).orElse("not confirmed");
    }

    /// One row for each trial in order; where a model was asked, with who proposed it.
    public static Table trials(RunRecord run) {
        var trial = IntColumn.create("trial");
        var iteration = IntColumn.create("iteration");
        var parent = IntColumn.create("from node");
        var change = StringColumn.create("change");
        var outcome = StringColumn.create("outcome");
        var median = DoubleColumn.create("median us");
        var speedup = DoubleColumn.create("speedup");
        var roofline = DoubleColumn.create("roofline");
        var naive = run.naive().map(Trial::medianMicros).orElse(java.util.OptionalDouble.empty());
        for (var each : run.trials()) {
            trial.append(each.number());
            iteration.append(each.iteration());
            if (each.parentNode() < 0) parent.appendMissing();
            else parent.append(each.parentNode());
            change.append(each.title());
            outcome.append(each.outcome().label());
            if (each.medianMicros().isPresent()) {
                median.append(each.medianMicros().getAsDouble());
                speedup.append(naive.orElse(Double.NaN) / each.medianMicros().getAsDouble());
                roofline.append(run.header().leastMicros() / each.medianMicros().getAsDouble());
            } else {
                median.appendMissing();
                speedup.appendMissing();
                roofline.appendMissing();
            }
        }
        var table = Table.create(
                run.header().task() + ": trials", trial, iteration, parent, change, outcome, median, speedup, roofline);
        return run.exchanges().isEmpty() ? table : table.insertColumn(4, by(run));
    }

    private static StringColumn by(RunRecord run) {
        return StringColumn.create(
                "by",
                run.trials().stream().map(trial -> Spending.by(run, trial)).toList());
    }

    /// The naive source's time: the one of the confirmation, else of its trial.
    public static Optional<Timing> naiveTiming(RunRecord run) {
        return confirmation(run)
                .map(RunEnding.Confirmation::naive)
                .or(() -> run.naive().flatMap(Tables::timing));
    }

    /// The winner's time: the one of the confirmation, else of its trial.
    public static Optional<Timing> bestTiming(RunRecord run) {
        return confirmation(run)
                .map(RunEnding.Confirmation::best)
                .or(() -> run.best().flatMap(Tables::timing));
    }

    /// The winner's speedup against naive; 1 where there is none.
    public static double speedup(RunRecord run) {
        return confirmation(run)
                .map(confirmed -> confirmed.speedup().ratio())
                .or(() -> naiveTiming(run)
                        .flatMap(naive -> bestTiming(run).map(best -> naive.medianMicros() / best.medianMicros())))
                .orElse(1.0);
    }

    private static Optional<RunEnding.Confirmation> confirmation(RunRecord run) {
        return run.ending().flatMap(RunEnding::confirmation);
    }

    private static Optional<Timing> timing(Trial trial) {
        return trial.outcome() instanceof Outcome.Timed timed ? Optional.of(timed.timing()) : Optional.empty();
    }

    static String interval(Speedup speedup) {
        return interval(List.of(speedup.low(), speedup.high()));
    }

    static String interval(List<Double> ends) {
        return "%s to %s".formatted(number(ends.get(0)), number(ends.get(1)));
    }

    /// A number as a person reads it: four digits, whole numbers from 1,000 up.
    public static String number(double value) {
        if (Double.isNaN(value)) return "";
        double size = Math.abs(value);
        var format = size >= 1000 ? "%,.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /// A table in plain text with aligned columns.
    public static String text(Table table) {
        return new TextTable(table).toString();
    }
}
