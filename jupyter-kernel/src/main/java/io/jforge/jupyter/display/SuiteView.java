package io.jforge.jupyter.display;

import io.jforge.runtime.report.SuiteNotes;
import io.jforge.runtime.report.SuiteResult;
import io.jforge.runtime.report.SuiteTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
        var table = new SuiteTable(result);
        var html = table.parts().stream()
                .map(part -> StyledTable.html(part, this::style))
                .collect(Collectors.joining());
        return Sheet.bundle(notes.headline(), html, table.text(), words());
    }

    private String style(int row) {
        return result.rows().get(row).isSkipped() ? "jf-skipped" : "";
    }

    private List<String> words() {
        var words = new ArrayList<String>();
        words.add(notes.means());
        words.addAll(notes.reasons());
        words.add(notes.note());
        return words;
    }
}
