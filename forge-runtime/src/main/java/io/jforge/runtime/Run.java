package io.jforge.runtime;

import io.jforge.runtime.report.Charts;
import io.jforge.runtime.report.Reproduction;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.XYChart;
import tech.tablesaw.api.Table;

/// One run of `%forge optimize`, finished or as far as it came: its trials, its tables, its chart, its best source.
///
/// In a notebook, `forge.last()` is the latest one.
public final class Run {
    private final RunRecord record;
    private final Optional<Reproduction> reproduction;

    public Run(RunRecord record) {
        this(record, Optional.empty());
    }

    private Run(RunRecord record, Optional<Reproduction> reproduction) {
        this.record = record;
        this.reproduction = reproduction;
    }

    /// The same run beside the one that it repeats.
    Run beside(RunRecord original) {
        return new Run(record, Optional.of(Reproduction.of(original, record)));
    }

    /// Of a replay: the run that it repeats beside it, and whether that was reproduced; empty for other
    /// runs, and where the other one is not in the store.
    public Optional<Reproduction> reproduction() {
        return reproduction;
    }

    public RunRecord record() {
        return record;
    }

    public String id() {
        return record.header().id();
    }

    public String name() {
        return record.header().name();
    }

    public List<Trial> trials() {
        return record.trials();
    }

    /// The winner; empty if nothing was right yet.
    public Optional<Trial> best() {
        return record.best();
    }

    /// A trial by its number, or the `best`.
    ///
    /// @throws SpecException saying which there are if there is no such trial
    public Trial trial(String numberOrBest) {
        if (numberOrBest.equals("best"))
            return best().orElseThrow(() -> new SpecException("run " + id() + " has no trial that was right yet"));
        if (!numberOrBest.matches("\\d+"))
            throw new SpecException("a trial is a number or `best`, not '" + numberOrBest + "'");
        return trials().stream()
                .filter(trial -> String.valueOf(trial.number()).equals(numberOrBest))
                .findFirst()
                .orElseThrow(() -> new SpecException("run %s has no trial %s: they go from 0 to %d"
                        .formatted(id(), numberOrBest, trials().size() - 1)));
    }

    /// The winning source's text, header and all; empty text if nothing was right yet.
    public String bestSource() {
        return best().map(trial -> trial.candidate().source().text()).orElse("");
    }

    /// How many times faster than the naive source the winner is: confirmed in pairs where the run came to that.
    public double speedup() {
        return Tables.speedup(record);
    }

    /// One row for each baseline and the winner: median and interval in microseconds, speedup, share of the
    /// roofline.
    public Table summary() {
        return Tables.summary(record);
    }

    /// One row for each trial, in order.
    public Table trialTable() {
        return Tables.trials(record);
    }

    /// The time of every trial and the best so far, over trials.
    public XYChart chart() {
        return Charts.bestSoFar(record);
    }

    @Override
    public String toString() {
        return Tables.text(summary());
    }
}
