package io.jforge.runtime.report;

import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvWriteOptions;

/// Every trial of a run in a row, for other programs: names end in their unit, numbers keep all their digits.
public final class TrialSheet {
    private TrialSheet() {}

    /// What [Tables#trials] shows, and all else that is known of a trial but its source's text.
    public static Table of(RunRecord run) {
        var table = Tables.trials(run);
        table.column("from node").setName("from_node");
        table.column("median us").setName("median_us");
        table.column("speedup").setName("speedup_over_naive");
        table.column("roofline").setName("roofline_share");
        table.replaceColumn("change", texts(run, "change", Trial::change));
        table.insertColumn(0, texts(run, "run", _ -> run.header().id()));
        table.addColumns(
                times(run, "ci95_low_us", timing -> timing.ci95Micros().getFirst()),
                times(run, "ci95_high_us", timing -> timing.ci95Micros().getLast()),
                texts(run, "tunables", TrialSheet::tunables),
                texts(run, "message", trial -> trial.outcome().message()),
                millis(run, "compile_ms", trial -> trial.stages().compile()),
                millis(run, "compile_ahead_ms", trial -> trial.stages().ahead()),
                millis(run, "verify_ms", trial -> trial.stages().verify()),
                millis(run, "time_ms", trial -> trial.stages().time()),
                texts(run, "ended", trial -> trial.ended().toString()),
                texts(run, "source_hash", trial -> trial.candidate().source().hash()));
        return table;
    }

    /// With one line of names, and a line feed at each row's end.
    public static String csv(RunRecord run) {
        var text = new StringWriter();
        of(run).write()
                .csv(CsvWriteOptions.builder(text).header(true).lineEnd("\n").build());
        return text.toString();
    }

    /// The same as JSON has it: a cell without a value is null.
    public static List<Map<String, Object>> rows(RunRecord run) {
        var table = of(run);
        var rows = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < table.rowCount(); i++) {
            var row = new LinkedHashMap<String, Object>();
            for (var column : table.columns()) row.put(column.name(), column.isMissing(i) ? null : column.get(i));
            rows.add(row);
        }
        return rows;
    }

    private static String tunables(Trial trial) {
        return new TreeMap<>(trial.candidate().assignment())
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static StringColumn texts(RunRecord run, String name, Function<Trial, String> text) {
        return StringColumn.create(name, run.trials().stream().map(text).toList());
    }

    private static DoubleColumn millis(RunRecord run, String name, Function<Trial, Duration> time) {
        var column = DoubleColumn.create(name);
        run.trials().forEach(trial -> column.append(time.apply(trial).toNanos() / 1e6));
        return column;
    }

    private static DoubleColumn times(RunRecord run, String name, Function<Timing, Double> end) {
        var column = DoubleColumn.create(name);
        for (var trial : run.trials()) {
            var timing = trial.outcome() instanceof Outcome.Timed timed
                    ? Optional.of(timed.timing())
                    : Optional.<Timing>empty();
            timing.map(end).ifPresentOrElse(column::append, column::appendMissing);
        }
        return column;
    }
}
