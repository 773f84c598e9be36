package io.jforge.jupyter.display;

import io.jforge.runtime.report.SuiteNotes;
import io.jforge.runtime.report.SuiteResult;
import io.jforge.runtime.report.SuiteTable;
import java.util.ArrayList;
import java.util.List;

/// What a person sees of a suite: the table, the geometric means, and why rows are missing something.
public final class SuiteView {
    private final SuiteResult result;
    private final SuiteNotes notes;

    public SuiteView(SuiteResult result) {
        this.result = result;
        this.notes = new SuiteNotes(result);
    }

    /// All of it in one output.
    public MimeBundle bundle() {
        var rows = result.rows();
        return Sheet.bundle(
                notes.headline(),
                StyledTable.html(result.table(), row -> rows.get(row).isSkipped() ? "jf-skipped" : ""),
                new SuiteTable(result).text(),
                words());
    }

    private List<String> words() {
        var words = new ArrayList<String>();
        words.add(notes.means());
        words.addAll(notes.reasons());
        words.add(notes.note());
        return words;
    }
}
