package io.jforge.runtime.report;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.report.SuiteRow.Beside;
import io.jforge.runtime.report.SuiteRow.Ours;
import io.jforge.runtime.report.SuiteRow.Verified;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/// A suite's result as a table: a row for each preset, columns for those baselines alone that some row has.
public final class SuiteTable {
    static final int WIDTH = 118;
    private static final List<String> NAMES = List.of("op", "preset", "dtype");

    private static final String VERIFIED = "verified";

    private final List<SuiteRow> rows;

    public SuiteTable(SuiteResult result) {
        rows = result.rows();
    }

    /// Medians in microseconds, the speedup of ours over the baseline that leads with its 95 % interval, the speedup
    /// over the others, the roofline share, how it was verified. Where rows differ in what leads, a column tells.
    public Table table() {
        var columns = new ArrayList<Column<?>>();
        columns.add(words("op", row -> Optional.of(row.op())));
        columns.add(words("preset", row -> Optional.of(row.preset())));
        columns.add(words("dtype", row -> Optional.of(row.dtype())));
        columns.addAll(times());
        columns.addAll(speedups());
        columns.add(numbers("roofline", SuiteRow::roofline));
        columns.add(words(VERIFIED, row -> Optional.of(verified(row))));
        return Table.create("suite", columns.toArray(Column<?>[]::new));
    }

    private List<Column<?>> times() {
        var columns = new ArrayList<Column<?>>();
        Stream.concat(Stream.of(BaselineKind.NAIVE), others())
                .filter(kind -> had(kind, Beside::medianUs))
                .forEach(kind -> columns.add(
                        numbers(word(kind) + " us", row -> row.had(kind.label()).flatMap(Beside::medianUs))));
        columns.add(numbers("ours us", row -> row.ours().map(Ours::medianUs)));
        return columns;
    }

    private List<Column<?>> speedups() {
        var columns = new ArrayList<Column<?>>();
        var leads = leads();
        var one = leads.size() == 1;
        columns.add(numbers(one ? "over " + leads.getFirst() : "speedup", SuiteRow::speedup));
        columns.add(words("interval", row -> row.speedupCi95().map(Tables::interval)));
        if (leads.size() > 1)
            columns.add(
                    words("over", row -> row.lead().filter(_ -> row.speedup().isPresent())));
        others().filter(kind -> kind != BaselineKind.EAGER && had(kind, Beside::speedup))
                .forEach(kind -> columns.add(numbers(
                        "over " + word(kind), row -> row.had(kind.label()).flatMap(Beside::speedup))));
        return columns;
    }

    /// Of the rows that have a speedup.
    private List<String> leads() {
        return rows.stream()
                .filter(row -> row.speedup().isPresent())
                .flatMap(row -> row.lead().stream())
                .distinct()
                .toList();
    }

    private static Stream<BaselineKind> others() {
        return Arrays.stream(BaselineKind.values()).filter(kind -> kind != BaselineKind.NAIVE);
    }

    private boolean had(BaselineKind kind, Function<Beside, Optional<Double>> what) {
        return rows.stream().anyMatch(row -> row.had(kind.label()).flatMap(what).isPresent());
    }

    private static String word(BaselineKind kind) {
        return kind == BaselineKind.CUBLAS || kind == BaselineKind.OPENBLAS ? kind.title() : kind.label();
    }

    private static String verified(SuiteRow row) {
        if (row.isSkipped()) return "skipped";
        return row.verified().map(SuiteTable::words).or(row::reason).orElse("");
    }

    private static String words(Verified how) {
        return String.format(Locale.ROOT, "%d checks, worst %.2f", how.checks(), how.worstShare());
    }

    private StringColumn words(String name, Function<SuiteRow, Optional<String>> value) {
        var column = StringColumn.create(name);
        for (var row : rows) column.append(value.apply(row).orElse(""));
        return column;
    }

    private DoubleColumn numbers(String name, Function<SuiteRow, Optional<Double>> value) {
        var column = DoubleColumn.create(name);
        for (var row : rows) value.apply(row).ifPresentOrElse(column::append, column::appendMissing);
        return column;
    }

    /// The table; where all columns together are too wide for a terminal or a page, first the times and the roofline,
    /// then
    /// the speedups and how each was verified.
    public List<Table> parts() {
        var table = table();
        if (Tables.text(table).indexOf('\n') <= WIDTH) return List.of(table);
        var speeds = Stream.concat(speedups().stream().map(Column::name), Stream.of(VERIFIED))
                .toList();
        var times = table.columnNames().stream()
                .filter(name -> !speeds.contains(name))
                .toArray(String[]::new);
        var named = Stream.concat(NAMES.stream(), speeds.stream()).toArray(String[]::new);
        return List.of(table.selectColumns(times), table.selectColumns(named));
    }

    /// In plain text.
    public String text() {
        return parts().stream().map(Tables::text).collect(Collectors.joining("\n\n"));
    }
}
