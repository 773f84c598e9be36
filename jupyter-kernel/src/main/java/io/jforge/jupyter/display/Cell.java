package io.jforge.jupyter.display;

import java.util.function.Function;

/// What every cell can call without an import.
///
/// Cells see this class although the rest of its jar is hidden from them, so its signatures name the JDK alone, and
/// [MimeBundle], which they see too.
public final class Cell {
    private Cell() {}

    /// Shows a value among the cell's outputs, as a table, a chart or a text, and returns what replaces it.
    public static Shown display(Object value) {
        return CellDisplays.show(value);
    }

    /// Shows several values, one under the other.
    public static void display(Object first, Object second, Object... more) {
        display(first);
        display(second);
        for (Object each : more) display(each);
    }

    /// HTML, shown as the page that it makes.
    public static MimeBundle html(String html) {
        return Contents.html(html);
    }

    public static MimeBundle markdown(String text) {
        return Contents.markdown(text);
    }

    /// A formula such as `\frac{a}{b}`, or text with formulas between dollar signs.
    public static MimeBundle latex(String text) {
        return Contents.latex(text);
    }

    /// A script that the client's page runs.
    public static MimeBundle javascript(String script) {
        return Contents.javascript(script);
    }

    /// JSON that a client lets one unfold: of a text, a map, a collection, an array or a record.
    public static MimeBundle json(Object value) {
        return Contents.json(value);
    }

    /// SVG text, or a chart as SVG.
    public static MimeBundle svg(Object picture) {
        return Contents.svg(picture);
    }

    /// An image: a file, its bytes, an image of AWT, or a chart as PNG.
    public static MimeBundle image(Object picture) {
        return Contents.image(picture);
    }

    /// The same, shown that many pixels wide.
    public static MimeBundle image(Object picture, int width) {
        return Contents.image(picture, width);
    }

    /// A table: of a collection, an array or a stream of records, maps or lists, of a map, or of Tablesaw.
    public static MimeBundle table(Object rows) {
        return Contents.table(rows);
    }

    /// Shows all values of a class or interface in this way from here on: what `how` returns is a bundle, such as
    /// `html(...)` makes, or another value that is shown instead.
    public static <T> void render(Class<T> type, Function<? super T, ?> how) {
        CellDisplays.renderer().prefer(type, "", how);
    }

    /// The same, where `how` returns content of a MIME type, such as `text/html`.
    public static <T> void render(Class<T> type, String mimeType, Function<? super T, ?> how) {
        CellDisplays.renderer().prefer(type, mimeType, how);
    }

    /// Takes back what was said of how a type is shown.
    public static void unrender(Class<?> type) {
        CellDisplays.renderer().forget(type);
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
