package io.jforge.jupyter.display;

import io.jforge.runtime.RunListener;
import io.jforge.runtime.SuiteListener;
import java.util.function.LongSupplier;

/// One output that follows a suite: which row it is, and that row's own progress under it.
public final class SuiteProgress implements SuiteListener {
    private static final String BAR = "^[█░]+ +";

    private final Display display;
    private final LongSupplier nanoTime;
    private Display.Handle handle;

    /// @param display where the one output appears
    /// @param nanoTime the clock, as [System#nanoTime]
    public SuiteProgress(Display display, LongSupplier nanoTime) {
        this.display = display;
        this.nanoTime = nanoTime;
    }

    @Override
    public RunListener row(int number, int of, String name) {
        return new ProgressView(
                bundle -> {
                    show(under(number, of, name, bundle));
                    return update -> show(under(number, of, name, update));
                },
                nanoTime);
    }

    private void show(MimeBundle bundle) {
        if (handle == null) handle = display.show(bundle);
        else handle.update(bundle);
    }

    /// A line of a terminal has no room for the bar too.
    private static MimeBundle under(int number, int of, String name, MimeBundle row) {
        var html = "<div class=\"jforge\"><p class=\"jf-title\">suite row %d of %d, %s</p></div>%s"
                .formatted(number, of, Html.escape(name), row.data().get(MimeBundle.HTML));
        return MimeBundle.html(
                html,
                "suite row %d of %d, %s  %s"
                        .formatted(number, of, name, row.plain().replaceFirst(BAR, "")));
    }
}
