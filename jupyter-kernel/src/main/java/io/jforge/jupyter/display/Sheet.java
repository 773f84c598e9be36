package io.jforge.jupyter.display;

import java.util.List;

/// A headline, a table and notes under it, on a page and in text.
final class Sheet {
    private Sheet() {}

    /// @param html the table on a page, `text` the same in text
    static MimeBundle bundle(String headline, String html, String text, List<String> notes) {
        var page = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\"><p class=\"jf-headline\">");
        page.append(Html.escape(headline)).append("</p>").append(html);
        for (var note : notes)
            page.append("<p class=\"jf-note\">").append(Html.escape(note)).append("</p>");
        return MimeBundle.html(
                page.append("</div>").toString(), "%s\n\n%s\n\n%s".formatted(headline, text, String.join("\n", notes)));
    }
}
