package io.jforge.jupyter.display;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.series.AxesChartSeriesCategory;
import org.knowm.xchart.internal.series.AxesChartSeriesNumerical;

/// The lines of a chart as SVG, drawn without AWT: what is left where Java has no fonts.
final class SketchedChart {
    private static final int MARGIN = 50;
    private static final List<String> COLOURS =
            List.of("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b");

    private final Chart<?, ?> chart;
    private final List<Line> lines;
    private final DoubleSummaryStatistics across;
    private final DoubleSummaryStatistics up;

    private record Line(String name, double[] x, double[] y) {}

    SketchedChart(Chart<?, ?> chart) {
        this.chart = chart;
        this.lines = chart.getSeriesCollection().stream()
                .flatMap(series -> line(series).stream())
                .toList();
        this.across = range(lines.stream().map(Line::x).toList());
        this.up = range(lines.stream().map(Line::y).toList());
    }

    private static List<Line> line(Object series) {
        return switch (series) {
            case AxesChartSeriesNumerical s -> List.of(new Line(s.getName(), s.getXData(), s.getYData()));
            case AxesChartSeriesCategory s ->
                List.of(new Line(
                        s.getName(),
                        IntStream.range(0, s.getYData().length).asDoubleStream().toArray(),
                        s.getYData()));
            default -> List.of();
        };
    }

    private static DoubleSummaryStatistics range(List<double[]> values) {
        return values.stream()
                .flatMapToDouble(Arrays::stream)
                .filter(Double::isFinite)
                .summaryStatistics();
    }

    String svg() {
        int width = chart.getWidth();
        int height = chart.getHeight();
        var svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                .formatted(width, height, width));
        svg.append(" font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
        text(svg, width / 2, 20, "middle", String.valueOf(chart.getTitle()));
        if (across.getCount() > 0) {
            text(svg, MARGIN, height - MARGIN + 16, "start", number(across.getMin()));
            text(svg, width - MARGIN, height - MARGIN + 16, "end", number(across.getMax()));
            text(svg, MARGIN - 4, height - MARGIN, "end", number(up.getMin()));
            text(svg, MARGIN - 4, MARGIN + 4, "end", number(up.getMax()));
        }
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, lines.get(i), COLOURS.get(i % COLOURS.size()), i);
        }
        return svg.append("</svg>").toString();
    }

    private void draw(StringBuilder svg, Line line, String colour, int index) {
        String points = IntStream.range(0, Math.min(line.x().length, line.y().length))
                .filter(i -> Double.isFinite(line.x()[i]) && Double.isFinite(line.y()[i]))
                .mapToObj(i -> String.format(Locale.ROOT, "%.1f,%.1f", across(line.x()[i]), up(line.y()[i])))
                .collect(Collectors.joining(" "));
        svg.append(
                "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"%s\"/>".formatted(colour, points));
        text(svg, MARGIN + 8, MARGIN + 16 * (index + 1), "start\" fill=\"" + colour, line.name());
    }

    private double across(double x) {
        return MARGIN + share(x, across) * (chart.getWidth() - 2 * MARGIN);
    }

    private double up(double y) {
        return chart.getHeight() - MARGIN - share(y, up) * (chart.getHeight() - 2 * MARGIN);
    }

    private static double share(double value, DoubleSummaryStatistics range) {
        double span = range.getMax() - range.getMin();
        return span > 0 ? (value - range.getMin()) / span : 0.5;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }

    private static void text(StringBuilder svg, int x, int y, String anchor, String what) {
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>".formatted(x, y, anchor, Html.escape(what)));
    }
}
