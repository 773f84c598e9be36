package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.SketchedAxis;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Lines and points over two axes, in dots.
final class TextPlot {
    private static final int MOST_COLUMNS = 100;
    private static final int ROWS = 16;
    private static final long DAY_MILLIS = 86_400_000;

    private final List<Line> lines;
    private final Axes axes;
    private final Palette palette;
    private final Map<Integer, String> labels = new TreeMap<>();
    private final int left;
    private final DotCanvas canvas;

    /// @param points whether it is points alone
    record Line(String name, double[] x, double[] y, boolean points) {}

    /// @param dates whether x counts milliseconds since 1970
    record Axes(SketchedAxis across, SketchedAxis up, String titleAcross, String titleUp, boolean dates) {}

    TextPlot(List<Line> lines, Axes axes, int width, Palette palette) {
        this.lines = lines;
        this.axes = axes;
        this.palette = palette;
        for (double tick : axes.up().ticks())
            labels.put(ROWS - 1 - (int) Math.round(axes.up().share(tick) * (ROWS - 1)), SketchedAxis.number(tick));
        left = labels.values().stream().mapToInt(String::length).max().orElse(0);
        canvas = new DotCanvas(Math.max(10, Math.min(width, MOST_COLUMNS) - left - 2), ROWS);
        for (int i = 0; i < lines.size(); i++) draw(lines.get(i), i);
    }

    private void draw(Line line, int owner) {
        int lastX = 0;
        int lastY = 0;
        boolean connected = false;
        for (int i = 0; i < Math.min(line.x().length, line.y().length); i++) {
            boolean there = isShown(axes.across(), line.x()[i]) && isShown(axes.up(), line.y()[i]);
            int x = there ? (int) Math.round(axes.across().share(line.x()[i]) * (canvas.width() - 1)) : 0;
            int y = there ? (int) Math.round(axes.up().share(line.y()[i]) * (canvas.height() - 1)) : 0;
            if (there && line.points()) canvas.blot(x, y, owner);
            else if (there && connected) canvas.line(lastX, lastY, x, y, owner);
            else if (there) canvas.dot(x, y, owner);
            connected = there;
            lastX = x;
            lastY = y;
        }
    }

    private static boolean isShown(SketchedAxis axis, double value) {
        return Double.isFinite(value) && (!axis.logarithmic() || value > 0);
    }

    List<String> lines() {
        var text = new ArrayList<String>();
        if (lines.size() > 1)
            text.add(
                    " ".repeat(left + 2) + legend(lines.stream().map(Line::name).toList(), palette));
        if (!axes.titleUp().isBlank()) text.add(palette.paint(Palette.DIM, axes.titleUp()));
        for (int row = 0; row < ROWS; row++) {
            var label = labels.getOrDefault(row, "");
            var edge = label.isEmpty() ? "│" : "┤";
            text.add(" ".repeat(left - label.length()) + label + " " + edge + canvas.row(row, palette));
        }
        text.addAll(floor());
        return text;
    }

    /// The axis below with its ticks, and the numbers under them as far as there is room.
    private List<String> floor() {
        int columns = canvas.width() / DotCanvas.ACROSS;
        var rule = new StringBuilder("─".repeat(columns));
        var numbers = new StringBuilder();
        for (double tick : axes.across().ticks()) {
            int at = (int) Math.round(axes.across().share(tick) * (columns - 1));
            var label = axes.dates() ? date(tick) : SketchedAxis.number(tick);
            int start = Math.clamp(at - label.length() / 2, 0, Math.max(0, columns - label.length()));
            if (!numbers.isEmpty() && start < numbers.length() + 2) continue;
            rule.setCharAt(at, '┬');
            numbers.append(" ".repeat(start - numbers.length())).append(label);
        }
        var margin = " ".repeat(left + 1);
        var floor = new ArrayList<>(List.of(margin + "└" + rule, margin + " " + numbers));
        if (!axes.titleAcross().isBlank())
            floor.add(margin + " " + palette.paint(Palette.DIM, Columns.centred(axes.titleAcross(), columns)));
        return floor;
    }

    private String date(double millis) {
        boolean days = axes.across().most() - axes.across().least() > 2.0 * DAY_MILLIS;
        var format =
                DateTimeFormatter.ofPattern(days ? "yyyy-MM-dd" : "HH:mm:ss").withZone(ZoneId.systemDefault());
        return format.format(Instant.ofEpochMilli((long) millis));
    }

    static String legend(List<String> names, Palette palette) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> palette.paint(Palette.series(i), "■") + " " + names.get(i))
                .collect(Collectors.joining("   "));
    }
}
