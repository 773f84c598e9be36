package io.jforge.jupyter.display;

import io.jforge.jupyter.display.SourceTokens.Token;
import java.util.List;
import java.util.stream.Collectors;

/// Colours the source of cells and listings on a page.
public final class Highlighter {
    private Highlighter() {}

    /// The source of a code cell, where lines can be magics; a language unknown here is shown without colours.
    public static String cell(String source, String language) {
        return html(SourceTokens.ofCell(source, language));
    }

    /// A listing in prose.
    public static String listing(String source, String language) {
        return html(SourceTokens.ofListing(source, language));
    }

    private static String html(List<Token> tokens) {
        return tokens.stream()
                .map(token -> Html.span(cssClass(token.kind()), token.text()))
                .collect(Collectors.joining());
    }

    private static String cssClass(SourceTokens.Kind kind) {
        return switch (kind) {
            case PLAIN -> "";
            case COMMENT -> "c";
            case QUOTED -> "s";
            case NUMBER -> "n";
            case KEYWORD -> "k";
            case TYPE -> "t";
            case CALL -> "f";
            case ANNOTATION -> "a";
            case MAGIC -> "m";
            case OPTION -> "o";
        };
    }
}
