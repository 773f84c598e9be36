package io.jforge.jupyter.display;

/// What every cell can call without an import.
///
/// Cells see this class although the rest of its jar is hidden from them, so its signatures name the JDK alone.
public final class Cell {
    private Cell() {}

    /// Shows a value among the cell's outputs, as a table, a chart or a text, and returns what replaces it.
    public static Shown display(Object value) {
        return CellDisplays.show(value);
    }

    /// Takes away all that the cell has shown and printed so far.
    public static void clear() {
        clear(false);
    }

    /// The same, but with `wait` only when something else takes its place, so that nothing flickers.
    public static void clear(boolean wait) {
        CellDisplays.current().clear(wait);
    }

    public static void print(Object value) {
        System.out.print(value);
    }

    public static void println(Object value) {
        System.out.println(value);
    }

    public static void println() {
        System.out.println();
    }

    public static void printf(String format, Object... arguments) {
        System.out.printf(format, arguments);
    }

    /// Asks the person who runs the cell for a line.
    ///
    /// @throws IllegalStateException when nobody can be asked, as in a notebook that is run as a whole
    public static String input(String prompt) {
        return CellDisplays.ask(prompt, false);
    }

    /// Asks for a line that must not be seen while it is typed.
    public static String password(String prompt) {
        return CellDisplays.ask(prompt, true);
    }

    /// One shown value.
    @FunctionalInterface
    public interface Shown {
        /// Puts another value in its place.
        void update(Object value);
    }
}
