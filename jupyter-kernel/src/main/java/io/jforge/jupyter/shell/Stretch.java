package io.jforge.jupyter.shell;

import java.util.function.Consumer;

/// A stretch of one thread's work that a stop ends as a whole, such as a cell with all its magics and its Java.
///
/// Between two pieces of that work nothing runs that could be stopped, so the stretch remembers the stop:
/// what would run next in it does not. Stretches lie in one another, as their openings do.
public final class Stretch implements AutoCloseable {
    private final Stretch around;
    private final Consumer<Stretch> stop;
    private final Consumer<Stretch> close;
    private volatile boolean stopped;

    /// @param around the one that this lies in, or null
    Stretch(Stretch around, Consumer<Stretch> stop, Consumer<Stretch> close) {
        this.around = around;
        this.stop = stop;
        this.close = close;
    }

    /// Stops what runs in it and keeps the rest of it from running, but leaves alone what is around it.
    public void stop() {
        stop.accept(this);
    }

    /// Whether it was stopped, or what is around it.
    public boolean isStopped() {
        return stopped || (around != null && around.isStopped());
    }

    void remember() {
        stopped = true;
    }

    Stretch around() {
        return around;
    }

    Stretch outermost() {
        return around == null ? this : around.outermost();
    }

    @Override
    public void close() {
        close.accept(this);
    }
}
