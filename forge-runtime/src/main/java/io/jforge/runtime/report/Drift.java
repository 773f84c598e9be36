package io.jforge.runtime.report;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.SuiteRow.Beside;
import java.util.ArrayList;
import java.util.List;

/// How much slower a machine ran what did not change: the geometric mean, over all rows, of new over old times of
/// naive and of PyTorch eager, which were measured beside ours both times.
///
/// What remains of their changes once the drift is taken out is noise between sessions that no interval of one session
/// holds; from three of them on its spread counts too.
///
/// @param ratio above 1: slower now
/// @param spread the standard deviation of the logarithms about the drift; 0 of fewer than three
/// @param halfWidth of the drift's own 95 % interval, as a logarithm
/// @param baselines how many times were compared
public record Drift(double ratio, double spread, double halfWidth, int baselines) {
    /// Nothing was measured both times.
    static final Drift NONE = new Drift(1, 0, 0, 0);

    /// The least change that counts, whatever the intervals say.
    static final double LEAST_EFFECT = 0.01;

    private static final double NORMAL_95 = 1.96;
    private static final int ENOUGH = 3;

    /// Two measurements of a preset, before and after.
    record Twice(SuiteRow before, SuiteRow after) {}

    /// @param samePytorch whether eager ran on the same PyTorch both times; otherwise it has changed itself
    static Drift of(List<Twice> rows, boolean samePytorch) {
        var changes = new ArrayList<Speedup>();
        for (var row : rows) {
            change(row, BaselineKind.NAIVE).ifPresent(changes::add);
            if (samePytorch) change(row, BaselineKind.EAGER).ifPresent(changes::add);
        }
        return changes.isEmpty() ? NONE : of(changes);
    }

    private static java.util.Optional<Speedup> change(Twice row, BaselineKind kind) {
        var before = row.before().had(kind.label());
        var after = row.after().had(kind.label());
        return before.flatMap(old -> after.map(now -> Quotient.of(time(now), time(old))));
    }

    private static Speedup time(Beside baseline) {
        return Quotient.time(
                baseline.medianUs().orElseThrow(), baseline.ci95Us().orElseThrow());
    }

    private static Drift of(List<Speedup> changes) {
        int n = changes.size();
        double mean = changes.stream()
                .mapToDouble(change -> Math.log(change.ratio()))
                .average()
                .orElseThrow();
        double squares = changes.stream()
                .mapToDouble(change -> Math.pow(Math.log(change.ratio()) - mean, 2))
                .sum();
        double spread = n < ENOUGH ? 0 : Math.sqrt(squares / (n - 1));
        double sampling = changes.stream()
                .mapToDouble(change -> Math.pow(Math.log(change.high() / change.low()) / 2, 2))
                .sum();
        double halfWidth = Math.max(Math.sqrt(sampling) / n, NORMAL_95 * spread / Math.sqrt(n));
        return new Drift(Math.exp(mean), spread, halfWidth, n);
    }

    /// Whether its spread tells the noise between sessions.
    boolean isWellKnown() {
        return baselines >= ENOUGH;
    }

    /// As a quotient with its interval.
    Speedup interval() {
        return new Speedup(ratio, ratio * Math.exp(-halfWidth), ratio * Math.exp(halfWidth));
    }

    /// The least factor that counts: 1 %, or what baselines alone may differ by (a 95 % range of their spread).
    double least() {
        return Math.max(1 + LEAST_EFFECT, Math.exp(NORMAL_95 * spread));
    }
}
