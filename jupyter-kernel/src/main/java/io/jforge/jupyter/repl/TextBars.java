package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.SketchedAxis;
import java.util.ArrayList;
import java.util.List;

/// Bars that lie, a line each, with what they stand for on the left and how much on the right.
///
/// @param bars those of a category beside one another
/// @param names of the series, told where there is more than one
record TextBars(List<Bar> bars, int width, Palette palette, List<String> names) {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
    private static final int EIGHT = 8;
    private static final int LEAST_BAR = 8;

    /// @param series whose colour it has
    /// @param place of its category
    record Bar(String label, double value, int series, int place) {}

    List<String> lines() {
        int labels = Math.min(
                width / 3,
                bars.stream().mapToInt(bar -> Columns.of(bar.label())).max().orElse(0));
        int numbers = bars.stream()
                .mapToInt(bar -> SketchedAxis.number(bar.value()).length())
                .max()
                .orElse(0);
        int room = Math.max(LEAST_BAR, width - labels - numbers - 4);
        var lines = new ArrayList<String>();
        if (names.size() > 1) lines.add(TextPlot.legend(names, palette));
        int place = -1;
        for (Bar bar : bars) {
            lines.add(line(bar, bar.place() == place ? "" : bar.label(), labels, room));
            place = bar.place();
        }
        return lines;
    }

    private String line(Bar bar, String label, int labels, int room) {
        var cut = Columns.cut(label, labels);
        var drawn = palette.paint(Palette.series(bar.series()), drawn(bar.value(), room));
        return " ".repeat(labels - Columns.of(cut)) + cut + " │" + drawn + " " + SketchedAxis.number(bar.value());
    }

    /// As long as its share of the longest, to an eighth of a character; what is below zero is drawn as an outline.
    private String drawn(double value, int room) {
        double most = bars.stream()
                .mapToDouble(bar -> Math.abs(bar.value()))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        if (!(most > 0) || !Double.isFinite(value)) return "";
        int eighths = (int) Math.round(Math.abs(value) / most * room * EIGHT);
        if (value < 0) return "░".repeat(Math.ceilDiv(eighths, EIGHT));
        int rest = eighths % EIGHT;
        return "█".repeat(eighths / EIGHT) + (rest == 0 ? "" : String.valueOf(EIGHTHS.charAt(rest)));
    }
}
