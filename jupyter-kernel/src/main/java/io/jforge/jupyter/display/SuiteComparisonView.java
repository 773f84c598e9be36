package io.jforge.jupyter.display;

import io.jforge.runtime.report.SuiteChange;
import io.jforge.runtime.report.SuiteComparison;
import io.jforge.runtime.report.SuiteComparisonTable;
import java.util.ArrayList;

/// What a person sees of two suites side by side: what got faster or slower beyond noise, and by which rule.
public final class SuiteComparisonView {
    private final SuiteComparison comparison;

    public SuiteComparisonView(SuiteComparison comparison) {
        this.comparison = comparison;
    }

    /// All of it in one output.
    public MimeBundle bundle() {
        var table = new SuiteComparisonTable(comparison);
        var words = new ArrayList<String>();
        words.add(table.drift());
        words.addAll(table.reasons());
        words.add(table.note());
        return Sheet.bundle(
                table.headline(),
                StyledTable.html(
                        table.table(), row -> style(comparison.changes().get(row))),
                table.text(),
                words);
    }

    private static String style(SuiteChange change) {
        return switch (change.verdict()) {
            case FASTER -> "jf-best";
            case SLOWER, LOST -> "jf-worse";
            case INCOMPARABLE, ADDED, GONE -> "jf-skipped";
            case SAME -> "";
        };
    }
}
