package io.jforge.jupyter.display;

/// Text made safe for a page.
public final class Html {
    private Html() {}

    /// Shows the text as it is, between tags and within quoted attributes alike.
    public static String escape(String text) {
        var html = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            appendEscaped(html, text.charAt(i));
        }
        return html.toString();
    }

    public static void appendEscaped(StringBuilder html, char c) {
        switch (c) {
            case '&' -> html.append("&amp;");
            case '<' -> html.append("&lt;");
            case '>' -> html.append("&gt;");
            case '"' -> html.append("&quot;");
            case '\'' -> html.append("&#39;");
            default -> html.append(c);
        }
    }

    /// The escaped text in a span of one class, or bare where there is nothing to mark.
    public static String span(String cssClass, String text) {
        return cssClass.isEmpty() || text.isEmpty()
                ? escape(text)
                : "<span class=\"%s\">%s</span>".formatted(cssClass, escape(text));
    }
}
