package io.jforge.runtime.report;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.BaselineResult;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.SuiteRow.Beside;
import io.jforge.runtime.report.SuiteRow.OtherCache;
import io.jforge.runtime.report.SuiteRow.Ours;
import io.jforge.runtime.report.SuiteRow.Verified;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Trial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a suite's rows of what its runs measured.
public final class SuiteRows {
    private static final String NAIVE = BaselineKind.NAIVE.label();

    private SuiteRows() {}

    /// A preset that was not run, and why.
    public static SuiteRow skipped(SuiteTask task, String cache, String why) {
        return new SuiteRow(
                task.op(),
                task.preset(),
                task.symbols(),
                Map.of(),
                task.dtype(),
                cache,
                SuiteRow.SKIPPED,
                Optional.of(why),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /// A preset as a run measured it.
    ///
    /// @param without why there is nothing of ours, if there is nothing
    public static SuiteRow measured(SuiteTask task, RunRecord run, String without) {
        var header = run.header();
        var confirmed = run.ending().flatMap(RunEnding::confirmation);
        var best = confirmed.flatMap(_ -> run.best()).filter(trial -> trial.parentNode() >= 0);
        var ours = best.flatMap(_ -> confirmed);
        var baselines = baselines(run, ours);
        var lead = Against.eager(run).map(_ -> BaselineKind.EAGER.label()).orElse(NAIVE);
        var leading = Optional.ofNullable(baselines.get(lead));
        return new SuiteRow(
                task.op(),
                task.preset(),
                header.symbols(),
                header.strides(),
                header.dtype(),
                header.settings().cache(),
                SuiteRow.MEASURED,
                best.isPresent() ? Optional.empty() : Optional.of(without),
                Optional.of(header.id()),
                best.map(Trial::number),
                best.flatMap(trial -> ours.map(it -> ours(trial, it))),
                baselines,
                leading.map(_ -> lead),
                leading.flatMap(Beside::speedup),
                leading.flatMap(Beside::speedupCi95),
                ours.map(it -> header.leastMicros() / it.best().medianMicros()),
                ours.map(it -> verified(it.evidence())),
                ours.flatMap(it -> otherCache(run, it)),
                run.ending().map(RunEnding::warnings).orElse(List.of()));
    }

    private static Ours ours(Trial best, Confirmation confirmed) {
        var timing = confirmed.best();
        return new Ours(
                timing.medianMicros(),
                timing.ci95Micros(),
                timing.samplesNanos().size(),
                best.title(),
                best.candidate().assignment(),
                best.candidate().source().hash());
    }

    /// @param confirmed empty where nothing of ours was measured beside them
    private static Map<String, Beside> baselines(RunRecord run, Optional<Confirmation> confirmed) {
        var all = new LinkedHashMap<String, Beside>();
        Tables.naiveTiming(run)
                .ifPresent(timing -> all.put(
                        NAIVE,
                        beside(new BaselineResult(
                                NAIVE, Optional.of(timing), confirmed.map(Confirmation::speedup), 0, ""))));
        for (var result : Against.report(run).results())
            all.put(
                    result.name(),
                    beside(new BaselineResult(
                            result.name(),
                            result.timing(),
                            result.speedup().filter(_ -> confirmed.isPresent()),
                            result.warmUpSeconds(),
                            result.unavailable())));
        return all;
    }

    private static Beside beside(BaselineResult result) {
        var speedup = result.speedup();
        return new Beside(
                result.timing().map(timing -> timing.medianMicros()),
                result.timing().map(timing -> timing.ci95Micros()),
                result.timing().map(timing -> timing.samplesNanos().size()),
                result.timing()
                        .map(_ -> result.warmUpSeconds())
                        .filter(_ -> !result.name().equals(NAIVE)),
                speedup.map(Speedup::ratio),
                speedup.map(it -> List.of(it.low(), it.high())),
                Optional.of(result.unavailable()).filter(_ -> result.timing().isEmpty()));
    }

    private static Optional<OtherCache> otherCache(RunRecord run, Confirmation confirmed) {
        return confirmed
                .other()
                .map(pair -> new OtherCache(
                        run.header().settings().otherCache(),
                        pair.naive().medianMicros(),
                        pair.best().medianMicros(),
                        pair.best().ci95Micros(),
                        pair.speedup().ratio(),
                        List.of(pair.speedup().low(), pair.speedup().high()),
                        run.header().leastMicros() / pair.best().medianMicros()));
    }

    private static Verified verified(Evidence evidence) {
        var seeds = evidence.checks().stream().map(Check::seed).distinct().count();
        return new Verified(evidence.checks().size(), Math.toIntExact(seeds), evidence.worstShare());
    }
}
