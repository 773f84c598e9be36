package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.shell.Input;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// Two streams with nobody, or nothing able, to see anything change in place: files, pipes, and plain terminals.
final class PlainPage implements Page {
    /// How often something that changes all the time is shown again.
    private static final long SELDOM_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final PrintStream err;
    private final Input input;
    private final LongSupplier nanoTime;
    private final Map<Handle, MimeBundle> changed = new LinkedHashMap<>();
    private boolean lineOpen;

    /// @param nanoTime the clock, as [System#nanoTime]
    PlainPage(PrintStream out, PrintStream err, Input input, LongSupplier nanoTime) {
        this.out = out;
        this.err = err;
        this.input = input;
        this.nanoTime = nanoTime;
    }

    @Override
    public Input input() {
        return input;
    }

    @Override
    public synchronized void print(Stream stream, String text) {
        var to = stream == Stream.OUT ? out : err;
        to.print(text);
        to.flush();
        if (stream == Stream.OUT && !text.isEmpty()) lineOpen = !text.endsWith("\n");
    }

    @Override
    public Handle show(MimeBundle bundle) {
        line(bundle.plain());
        return new Shown(nanoTime.getAsLong());
    }

    @Override
    public void value(MimeBundle value) {
        line(value.plain());
    }

    @Override
    public synchronized void failure(Failed failed) {
        note(failed.text());
    }

    @Override
    public synchronized void note(String line) {
        out.flush();
        err.println(line);
        err.flush();
    }

    private synchronized void line(String text) {
        if (lineOpen) out.println();
        lineOpen = false;
        out.println(text);
        out.flush();
    }

    @Override
    public synchronized void endCell() {
        changed.values().forEach(bundle -> line(bundle.plain()));
        changed.clear();
        if (lineOpen) out.println();
        lineOpen = false;
        out.flush();
    }

    private final class Shown implements Handle {
        private long last;

        Shown(long last) {
            this.last = last;
        }

        @Override
        public void update(MimeBundle bundle) {
            synchronized (PlainPage.this) {
                changed.put(this, bundle);
                if (nanoTime.getAsLong() - last < SELDOM_NANOS) return;
                last = nanoTime.getAsLong();
                changed.remove(this);
                line(bundle.plain());
            }
        }
    }
}
