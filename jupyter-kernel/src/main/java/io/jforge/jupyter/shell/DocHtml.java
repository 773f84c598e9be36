package io.jforge.jupyter.shell;

import java.util.Set;

/// A documentation comment as HTML of a few harmless elements.
final class DocHtml extends DocWriter {
    private static final Set<String> KEPT = Set.of(
            "p",
            "ul",
            "ol",
            "li",
            "pre",
            "code",
            "em",
            "strong",
            "b",
            "i",
            "blockquote",
            "dl",
            "dt",
            "dd",
            "table",
            "thead",
            "tbody",
            "tr",
            "td",
            "th",
            "caption",
            "h2",
            "h3",
            "h4",
            "br",
            "sup",
            "sub",
            "var");

    private final StringBuilder html = new StringBuilder();
    private boolean inSections;

    @Override
    void words(String text) {
        html.append(Markup.escaped(text));
    }

    @Override
    void code(String text) {
        html.append("<code>").append(Markup.escaped(text)).append("</code>");
    }

    @Override
    void preformatted(String text) {
        html.append("<pre>").append(Markup.escaped(text.strip())).append("</pre>");
    }

    @Override
    void open(String element) {
        if (KEPT.contains(element)) {
            html.append('<').append(element).append('>');
        }
    }

    @Override
    void close(String element) {
        if (KEPT.contains(element)) {
            html.append("</").append(element).append('>');
        }
    }

    @Override
    void entity(String name) {
        html.append('&').append(name).append(';');
    }

    @Override
    void section(String title) {
        html.append(inSections ? "" : "\n<dl>").append("\n<dt>").append(title).append("</dt>");
        inSections = true;
    }

    @Override
    void item(String about) {
        html.append("\n<dd>");
        if (!about.isEmpty()) {
            code(about);
            html.append(' ');
        }
    }

    @Override
    String written() {
        return html.append(inSections ? "\n</dl>" : "").toString();
    }
}
