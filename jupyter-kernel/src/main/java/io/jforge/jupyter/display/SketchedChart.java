package io.jforge.jupyter.display;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.series.AxesChartSeries;
import org.knowm.xchart.internal.series.AxesChartSeriesCategory;
import org.knowm.xchart.internal.series.AxesChartSeriesNumerical;
import org.knowm.xchart.style.AxesChartStyler;

/// The lines and points of a chart as SVG, in its colours and on its axes, drawn without AWT: what is left where Java
/// has no fonts.
final class SketchedChart {
    private static final int LEFT = 70;
    private static final int RIGHT = 130;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final List<String> COLOURS =
            List.of("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b");

    private final Chart<?, ?> chart;
    private final List<Line> lines;
    private final SketchedAxis across;
    private final SketchedAxis up;

    /// @param dashes empty for a whole line
    private record Line(String name, double[] x, double[] y, boolean points, String colour, String dashes) {}

    SketchedChart(Chart<?, ?> chart) {
        this.chart = chart;
        var series = List.copyOf(chart.getSeriesCollection());
        this.lines = IntStream.range(0, series.size())
                .boxed()
                .flatMap(i -> line(series.get(i), COLOURS.get(i % COLOURS.size())).stream())
                .toList();
        var styler = chart.getStyler() instanceof AxesChartStyler axes ? axes : null;
        this.across = SketchedAxis.of(all(Line::x), null, null, styler != null && styler.isXAxisLogarithmic());
        this.up = styler == null
                ? SketchedAxis.of(all(Line::y), null, null, false)
                : SketchedAxis.of(
                        all(Line::y), styler.getYAxisMin(), styler.getYAxisMax(), styler.isYAxisLogarithmic());
    }

    private static List<Line> line(Object series, String usual) {
        return switch (series) {
            case AxesChartSeriesNumerical s -> List.of(line(s, s.getXData(), s.getYData(), usual));
            case AxesChartSeriesCategory s ->
                List.of(line(
                        s,
                        IntStream.range(0, s.getYData().length).asDoubleStream().toArray(),
                        s.getYData(),
                        usual));
            default -> List.of();
        };
    }

    private static Line line(AxesChartSeries series, double[] x, double[] y, String usual) {
        boolean points = series instanceof XYSeries xy
                && xy.getXYSeriesRenderStyle().equals(Optional.of(XYSeries.XYSeriesRenderStyle.Scatter));
        var colour = points && series instanceof XYSeries xy ? xy.getMarkerColor() : series.getLineColor();
        return new Line(series.getName(), x, y, points, hex(colour, usual), dashes(series.getLineStyle()));
    }

    private static String hex(Color colour, String usual) {
        return colour == null ? usual : "#%06x".formatted(colour.getRGB() & 0xFFFFFF);
    }

    private static String dashes(BasicStroke stroke) {
        if (stroke == null || stroke.getDashArray() == null) return "";
        return IntStream.range(0, stroke.getDashArray().length)
                .mapToObj(i -> String.format(Locale.ROOT, "%.0f", stroke.getDashArray()[i]))
                .collect(Collectors.joining(" "));
    }

    private DoubleStream all(Function<Line, double[]> values) {
        return lines.stream().map(values).flatMapToDouble(Arrays::stream);
    }

    String svg() {
        var svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                .formatted(chart.getWidth(), chart.getHeight(), chart.getWidth()));
        svg.append(" font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
        text(svg, (LEFT + right()) / 2.0, 22, "middle", "#212529", String.valueOf(chart.getTitle()));
        axes(svg);
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, lines.get(i));
            legend(svg, lines.get(i), TOP + 10 + 20 * i);
        }
        return svg.append("</svg>").toString();
    }

    private void axes(StringBuilder svg) {
        for (double tick : up.ticks()) {
            rule(svg, LEFT, y(tick), right(), y(tick));
            text(svg, LEFT - 6, y(tick) + 4, "end", "#495057", SketchedAxis.number(tick));
        }
        for (double tick : across.ticks())
            text(svg, x(tick), bottom() + 16, "middle", "#495057", SketchedAxis.number(tick));
        rule(svg, LEFT, bottom(), right(), bottom());
        text(svg, (LEFT + right()) / 2.0, bottom() + 36, "middle", "#495057", title(AxesChart::getXAxisTitle));
        svg.append("<g transform=\"rotate(-90 14 %d)\">".formatted((TOP + bottom()) / 2));
        text(svg, 14, (TOP + bottom()) / 2.0, "middle", "#495057", title(AxesChart::getYAxisTitle));
        svg.append("</g>");
    }

    private String title(Function<AxesChart<?, ?>, String> axis) {
        return chart instanceof AxesChart<?, ?> axes ? Objects.requireNonNullElse(axis.apply(axes), "") : "";
    }

    private void draw(StringBuilder svg, Line line) {
        var points = IntStream.range(0, Math.min(line.x().length, line.y().length))
                .filter(i -> Double.isFinite(line.x()[i]) && Double.isFinite(line.y()[i]))
                .boxed()
                .toList();
        if (line.points()) {
            for (int i : points)
                svg.append(String.format(
                        Locale.ROOT,
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>",
                        x(line.x()[i]),
                        y(line.y()[i]),
                        line.colour()));
            return;
        }
        svg.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\" points=\"%s\"/>"
                .formatted(
                        line.colour(),
                        line.dashes().isEmpty() ? "none" : line.dashes(),
                        points.stream()
                                .map(i -> String.format(Locale.ROOT, "%.1f,%.1f", x(line.x()[i]), y(line.y()[i])))
                                .collect(Collectors.joining(" "))));
    }

    private void legend(StringBuilder svg, Line line, int y) {
        int x = right() + 14;
        if (line.points())
            svg.append("<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>".formatted(x + 8, y - 4, line.colour()));
        else
            svg.append("<path d=\"M%d %dh16\" stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\"/>"
                    .formatted(x, y - 4, line.colour(), line.dashes().isEmpty() ? "none" : line.dashes()));
        text(svg, x + 24, y, "start", "#212529", line.name());
    }

    private int right() {
        return chart.getWidth() - RIGHT;
    }

    private int bottom() {
        return chart.getHeight() - BOTTOM;
    }

    private double x(double value) {
        return LEFT + across.share(value) * (right() - LEFT);
    }

    private double y(double value) {
        return bottom() - up.share(value) * (bottom() - TOP);
    }

    private static void rule(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#e9ecef\"/>",
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String colour, String what) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
                x,
                y,
                anchor,
                colour,
                Html.escape(what)));
    }
}
