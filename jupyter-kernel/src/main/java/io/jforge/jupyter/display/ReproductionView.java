package io.jforge.jupyter.display;

import io.jforge.runtime.report.Reproduction;
import io.jforge.runtime.report.ReproductionTable;
import io.jforge.runtime.report.Tables;
import tech.tablesaw.api.Table;

/// What a person sees of a run that was tried again: the verdict, the original beside the repeated, what changed.
public final class ReproductionView {
    private final Reproduction result;

    public ReproductionView(Reproduction result) {
        this.result = result;
    }

    /// All of it in one output.
    public MimeBundle bundle() {
        var told = new ReproductionTable(result);
        var html = StyledTable.html(told.table(), _ -> "");
        var text = Tables.text(told.table());
        return Sheet.bundle(
                told.headline(),
                html + told.changed().map(ReproductionView::html).orElse(""),
                text + told.changed().map(table -> "\n\n" + Tables.text(table)).orElse(""),
                told.notes());
    }

    private static String html(Table changed) {
        return StyledTable.html(changed, _ -> "jf-worse");
    }
}
