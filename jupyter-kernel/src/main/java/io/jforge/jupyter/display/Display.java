package io.jforge.jupyter.display;

/// Where bundles appear: a cell's output, or a terminal.
@FunctionalInterface
public interface Display {
    /// Shows a bundle and hands back what changes it in place.
    Handle show(MimeBundle bundle);

    /// One shown bundle, which can be replaced as often as one likes and from any thread.
    @FunctionalInterface
    interface Handle {
        void update(MimeBundle bundle);
    }
}
