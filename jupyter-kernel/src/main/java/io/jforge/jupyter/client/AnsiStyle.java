package io.jforge.jupyter.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// How a terminal is told to show text: colours are style sheet values, empty for the page's own.
record AnsiStyle(
        String foreground,
        String background,
        boolean bold,
        boolean faint,
        boolean italic,
        boolean underlined,
        boolean inverse) {

    static final AnsiStyle PLAIN = new AnsiStyle("", "", false, false, false, false, false);

    /// The style once the parameters of one sequence were obeyed; unknown ones change nothing.
    AnsiStyle after(List<Integer> parameters) {
        AnsiStyle style = this;
        for (Iterator<Integer> rest = parameters.iterator(); rest.hasNext(); ) {
            style = style.after(rest.next(), rest);
        }
        return style;
    }

    private AnsiStyle after(int code, Iterator<Integer> rest) {
        return switch (code) {
            case 0 -> PLAIN;
            case 38 -> coloured(extended(rest), background);
            case 48 -> coloured(foreground, extended(rest));
            case 39 -> coloured("", background);
            case 49 -> coloured(foreground, "");
            case 22 -> new AnsiStyle(foreground, background, false, false, italic, underlined, inverse);
            case 1 -> new AnsiStyle(foreground, background, true, faint, italic, underlined, inverse);
            case 2 -> new AnsiStyle(foreground, background, bold, true, italic, underlined, inverse);
            case 3, 23 -> new AnsiStyle(foreground, background, bold, faint, code == 3, underlined, inverse);
            case 4, 24 -> new AnsiStyle(foreground, background, bold, faint, italic, code == 4, inverse);
            case 7, 27 -> new AnsiStyle(foreground, background, bold, faint, italic, underlined, code == 7);
            default -> basic(code);
        };
    }

    private AnsiStyle basic(int code) {
        return switch (code / 10) {
            case 3, 9 -> code % 10 < 8 ? coloured(named(code % 10, code >= 90), background) : this;
            case 4, 10 -> code % 10 < 8 ? coloured(foreground, named(code % 10, code >= 100)) : this;
            default -> this;
        };
    }

    private AnsiStyle coloured(String newForeground, String newBackground) {
        return new AnsiStyle(newForeground, newBackground, bold, faint, italic, underlined, inverse);
    }

    /// The sixteen named colours are the page's, which differ between light and dark.
    private static String named(int colour, boolean bright) {
        return "var(--ansi-%d)".formatted(bright ? colour + 8 : colour);
    }

    private static String extended(Iterator<Integer> rest) {
        return switch (next(rest)) {
            case 5 -> indexed(next(rest));
            case 2 -> "rgb(%d,%d,%d)".formatted(next(rest), next(rest), next(rest));
            default -> "";
        };
    }

    /// 16 named colours, a cube of 6 x 6 x 6, then 24 greys.
    private static String indexed(int index) {
        if (index < 16) {
            return named(index % 8, index >= 8);
        }
        if (index >= 232) {
            int grey = 8 + 10 * (index - 232);
            return "rgb(%d,%d,%d)".formatted(grey, grey, grey);
        }
        int cube = index - 16;
        return "rgb(%d,%d,%d)".formatted(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
    }

    private static int level(int step) {
        return step == 0 ? 0 : 55 + 40 * step;
    }

    private static int next(Iterator<Integer> rest) {
        return rest.hasNext() ? rest.next() : 0;
    }

    String wrap(String html) {
        List<String> css = new ArrayList<>();
        String ink = inverse ? background.isEmpty() ? "var(--paper)" : background : foreground;
        String paper = inverse ? foreground.isEmpty() ? "var(--ink)" : foreground : background;
        addIf(css, !ink.isEmpty(), "color:" + ink);
        addIf(css, !paper.isEmpty(), "background:" + paper);
        addIf(css, bold, "font-weight:bold");
        addIf(css, faint, "opacity:.65");
        addIf(css, italic, "font-style:italic");
        addIf(css, underlined, "text-decoration:underline");
        return css.isEmpty() ? html : "<span style=\"%s\">%s</span>".formatted(String.join(";", css), html);
    }

    private static void addIf(List<String> css, boolean wanted, String declaration) {
        if (wanted) {
            css.add(declaration);
        }
    }
}
