package io.jforge.jupyter.shell;

/// Text made fit for a page.
final class Markup {
    private Markup() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
