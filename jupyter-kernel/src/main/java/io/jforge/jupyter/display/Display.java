package io.jforge.jupyter.display;

/// Where bundles appear: a cell's output, or a terminal.
@FunctionalInterface
public interface Display {
    /// Shows a bundle and hands back what changes it in place.
    Handle show(MimeBundle bundle);

    /// Takes away all that was shown and printed so far; where that cannot be done, nothing happens.
    ///
    /// @param wait whether to do so only when something else is there to take its place, so that nothing flickers
    default void clear(boolean wait) {}

    /// Shows what is no result of the cell, such as a help text: beside the outputs, where there is a place
    /// for that.
    default void page(MimeBundle bundle) {
        show(bundle);
    }

    /// One shown bundle, which can be replaced as often as one likes and from any thread.
    @FunctionalInterface
    interface Handle {
        void update(MimeBundle bundle);
    }
}
