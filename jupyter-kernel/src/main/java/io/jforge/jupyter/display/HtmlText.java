package io.jforge.jupyter.display;

import java.util.regex.Pattern;

/// What a terminal shows of a page: its words, without tags, with lines and columns where it has blocks and cells.
final class HtmlText {
    private static final Pattern UNSEEN = Pattern.compile(
            "<!--.*?-->|<(style|script|title)\\b.*?</\\1\\s*>", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final Pattern CELL = Pattern.compile("</t[dh]\\s*>", Pattern.CASE_INSENSITIVE);
    private static final Pattern BLOCK = Pattern.compile(
            "<(br|hr|/?(p|div|tr|table|ul|ol|li|h[1-6]|pre|section|blockquote))\\b[^>]*>", Pattern.CASE_INSENSITIVE);
    private static final Pattern TAG = Pattern.compile("</?[A-Za-z][^>]*>");

    private HtmlText() {}

    static String of(String html) {
        var text = UNSEEN.matcher(html).replaceAll("").replaceAll("\\s+", " ");
        text = CELL.matcher(text).replaceAll("  ");
        text = BLOCK.matcher(text).replaceAll("\n");
        text = TAG.matcher(text).replaceAll("");
        return unescape(text).replaceAll("[ \t]*\n\\s*", "\n").strip();
    }

    private static String unescape(String text) {
        return text.replace("&nbsp;", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&"); // last, so that nothing is taken for an escape twice
    }
}
