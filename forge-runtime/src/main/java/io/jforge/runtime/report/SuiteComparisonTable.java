package io.jforge.runtime.report;

import io.jforge.runtime.report.SuiteChange.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// A comparison of two suites as a table, and the sentences around it.
public final class SuiteComparisonTable {
    private static final double PERCENT = 100;

    private final SuiteComparison comparison;

    public SuiteComparisonTable(SuiteComparison comparison) {
        this.comparison = comparison;
    }

    /// A row each: ours before and now, the change without the drift, the speedups over what leads, the verdict.
    public Table table() {
        return Table.create(
                "comparison",
                words("op", SuiteChange::op),
                words("preset", SuiteChange::preset),
                words("dtype", SuiteChange::dtype),
                numbers("old us", SuiteChange::oldUs),
                numbers("new us", SuiteChange::newUs),
                numbers("change", SuiteChange::speedup),
                words(
                        "interval",
                        change -> change.speedupCi95().map(Tables::interval).orElse("")),
                numbers("old speedup", SuiteChange::leadOld),
                numbers("new speedup", SuiteChange::leadNew),
                words("verdict", change -> change.verdict().words()));
    }

    private StringColumn words(String name, Function<SuiteChange, String> value) {
        var column = StringColumn.create(name);
        comparison.changes().forEach(change -> column.append(value.apply(change)));
        return column;
    }

    private DoubleColumn numbers(String name, Function<SuiteChange, Optional<Double>> value) {
        var column = DoubleColumn.create(name);
        comparison
                .changes()
                .forEach(change -> value.apply(change).ifPresentOrElse(column::append, column::appendMissing));
        return column;
    }

    public String text() {
        return Tables.text(table());
    }

    /// How many got faster and slower, e.g. `1 slower, 7 same within noise`.
    public String headline() {
        var counts = Arrays.stream(Verdict.values())
                .map(verdict -> new Count(count(verdict), verdict.words()))
                .filter(count -> count.of() > 0)
                .map(count -> count.of() + " " + count.words())
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "nothing to compare: neither has a row" : counts;
    }

    private record Count(long of, String words) {}

    private long count(Verdict verdict) {
        return comparison.changes().stream()
                .filter(change -> change.verdict() == verdict)
                .count();
    }

    /// Which two were compared, and how much the machine has drifted between them.
    public String drift() {
        var drift = comparison.drift();
        var sides = "JForge %s of %s, then %s of %s on %s. "
                .formatted(
                        comparison.before().jforge(),
                        minute(comparison.before()),
                        comparison.after().jforge(),
                        minute(comparison.after()),
                        comparison.after().device());
        if (drift.baselines() == 0)
            return sides + "No baseline was measured both times: the machine's drift is unknown.";
        return sides
                + String.format(
                        Locale.ROOT,
                        "The machine's drift: %.1f %% %s now (naive and eager, %d times compared, %.1f %% apart).",
                        PERCENT * Math.abs(drift.ratio() - 1),
                        drift.ratio() < 1 ? "faster" : "slower",
                        drift.baselines(),
                        PERCENT * drift.spread())
                + (drift.isWellKnown() ? "" : " So few do not tell what else sessions differ by, such as other load.");
    }

    private static String minute(SuiteResult result) {
        return result.started().toString().replaceAll("(T\\d+:\\d+).*", "$1").replace('T', ' ') + " UTC";
    }

    /// Why rows are not compared or were lost, and what else differs: a line each.
    public List<String> reasons() {
        var lines = new ArrayList<String>();
        for (var change : comparison.changes())
            change.reason()
                    .ifPresent(why -> lines.add(SuiteNotes.line("%s/%s: %s: %s"
                            .formatted(
                                    change.op(),
                                    change.preset(),
                                    change.verdict().words(),
                                    why))));
        for (var line : comparison.otherwise()) lines.add("Besides, " + line);
        return lines;
    }

    /// The rule.
    public String note() {
        return String.format(
                Locale.ROOT,
                "Change is old over new time, the drift taken out. Beyond noise: its 95 %% interval does not hold 1, and"
                        + " it is at least %.1f %% (1 %%, or the range of what baselines differ by). Speedups are over"
                        + " eager, else naive.",
                PERCENT * (comparison.drift().least() - 1));
    }
}
