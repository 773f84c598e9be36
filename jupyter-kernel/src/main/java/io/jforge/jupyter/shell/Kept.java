package io.jforge.jupyter.shell;

/// Where a cell's code leaves the value of its last line; see [Shortcut].
///
/// Cells see this class, so its signatures name the JDK alone.
public final class Kept {
    private static final ThreadLocal<Object[]> VALUE = new ThreadLocal<>();

    private Kept() {}

    /// Called by the code around a cell's expression, on the cell's thread.
    public static void value(Object value) {
        VALUE.set(new Object[] {value});
    }

    /// What the calling thread has left, and forgets; `otherwise` where it has left nothing.
    static Object take(Object otherwise) {
        Object[] left = VALUE.get();
        VALUE.remove();
        return left == null ? otherwise : left[0];
    }
}
