package io.jforge.runtime.report;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.report.SuiteRow.Beside;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The geometric means of a suite's speedups, one for each baseline, over the rows that have it.
public final class SuiteMeans {
    private SuiteMeans() {}

    /// @param rows how many it is over
    public record Mean(String baseline, double speedup, int rows) {}

    /// In the order of tables, without baselines that no row has.
    public static List<Mean> of(SuiteResult result) {
        var means = new ArrayList<Mean>();
        for (var kind : Arrays.stream(BaselineKind.values()).toList()) {
            var logs = result.rows().stream()
                    .flatMap(row -> row.had(kind.label()).flatMap(Beside::speedup).stream())
                    .mapToDouble(Math::log)
                    .toArray();
            if (logs.length > 0)
                means.add(new Mean(
                        kind.label(), Math.exp(Arrays.stream(logs).average().orElseThrow()), logs.length));
        }
        return means;
    }

    /// As in `over eager 2.140x (6 rows)`.
    static String words(Mean mean) {
        return "over %s %sx (%d %s)"
                .formatted(
                        BaselineKind.of(mean.baseline()).title(),
                        Tables.number(mean.speedup()),
                        mean.rows(),
                        mean.rows() == 1 ? "row" : "rows");
    }
}
