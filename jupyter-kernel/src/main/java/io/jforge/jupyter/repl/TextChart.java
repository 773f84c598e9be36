package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.SketchedAxis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.HorizontalBarSeries;
import org.knowm.xchart.PieChart;
import org.knowm.xchart.PieSeries;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.AxesChart;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.series.AxesChartSeriesCategory;
import org.knowm.xchart.internal.series.AxesChartSeriesNumerical;
import org.knowm.xchart.internal.series.Series;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.XYStyler;

/// A chart in characters: bars for categories and shares, dots and lines for numbers.
final class TextChart {
    /// More bars than this are no longer read one by one.
    private static final int MOST_BARS = 40;

    private final Chart<?, ?> chart;
    private final int width;
    private final Palette palette;

    /// @param width how many columns the terminal has
    TextChart(Chart<?, ?> chart, int width, Palette palette) {
        this.chart = chart;
        this.width = width;
        this.palette = palette;
    }

    /// The chart, or nothing for a kind that has no form in text.
    Optional<String> text() {
        var bars = bars();
        var body = !bars.isEmpty() && bars.size() <= MOST_BARS
                ? new TextBars(bars, width, palette, names()).lines()
                : plot();
        if (body.isEmpty()) return Optional.empty();
        var lines = new ArrayList<String>();
        if (chart.getTitle() != null && !chart.getTitle().isBlank())
            lines.add(palette.paint(Palette.HEAD, Columns.centred(chart.getTitle(), width)));
        lines.addAll(body);
        return Optional.of(String.join("\n", lines));
    }

    private List<String> names() {
        return chart instanceof PieChart
                ? List.of()
                : chart.getSeriesCollection().stream().map(Series::getName).toList();
    }

    /// One bar a category and series, those of a category together; none where a series is drawn as something else.
    private List<TextBars.Bar> bars() {
        var bars = new ArrayList<TextBars.Bar>();
        int number = 0;
        for (var series : chart.getSeriesCollection()) {
            switch (series) {
                case PieSeries pie ->
                    bars.add(new TextBars.Bar(pie.getName(), pie.getValue().doubleValue(), bars.size(), bars.size()));
                case HorizontalBarSeries flat ->
                    number = add(
                            bars,
                            flat.getYData(),
                            flat.getXData().stream()
                                    .mapToDouble(Number::doubleValue)
                                    .toArray(),
                            number);
                case CategorySeries category
                when isBars(category) -> number = add(bars, category.getXData(), category.getYData(), number);
                default -> {
                    return List.of();
                }
            }
        }
        bars.sort((a, b) -> Integer.compare(a.place(), b.place())); // stable: series stay in their order
        return bars;
    }

    private static int add(List<TextBars.Bar> bars, Iterable<?> labels, double[] values, int series) {
        int place = 0;
        for (Object label : labels) {
            if (place < values.length) bars.add(new TextBars.Bar(label(label), values[place], series, place));
            place++;
        }
        return series + 1;
    }

    private static String label(Object label) {
        return label instanceof Number number ? SketchedAxis.number(number.doubleValue()) : String.valueOf(label);
    }

    private boolean isBars(CategorySeries series) {
        var style = series.getChartCategorySeriesRenderStyle()
                .orElseGet(() -> ((CategoryStyler) chart.getStyler()).getDefaultSeriesRenderStyle());
        return switch (style) {
            case Bar, SteppedBar, Stick -> true;
            case Line, Area, Scatter -> false;
        };
    }

    private List<String> plot() {
        var lines = new ArrayList<TextPlot.Line>();
        for (var series : chart.getSeriesCollection()) line(series).ifPresent(lines::add);
        return lines.isEmpty() ? List.of() : new TextPlot(lines, axes(lines), width, palette).lines();
    }

    private Optional<TextPlot.Line> line(Series series) {
        return switch (series) {
            case XYSeries xy ->
                Optional.of(new TextPlot.Line(xy.getName(), xy.getXData(), xy.getYData(), isPoints(xy)));
            case AxesChartSeriesNumerical other ->
                Optional.of(new TextPlot.Line(other.getName(), other.getXData(), other.getYData(), true));
            case AxesChartSeriesCategory category -> {
                double[] places = IntStream.range(0, category.getYData().length)
                        .asDoubleStream()
                        .toArray();
                yield Optional.of(new TextPlot.Line(category.getName(), places, category.getYData(), false));
            }
            default -> Optional.empty();
        };
    }

    private boolean isPoints(XYSeries series) {
        var style = series.getXYSeriesRenderStyle()
                .orElseGet(() -> ((XYStyler) chart.getStyler()).getDefaultSeriesRenderStyle());
        return style == XYSeries.XYSeriesRenderStyle.Scatter;
    }

    private TextPlot.Axes axes(List<TextPlot.Line> lines) {
        var styler = chart.getStyler() instanceof AxesChartStyler of ? of : null;
        var across = lines.stream().flatMapToDouble(line -> Arrays.stream(line.x()));
        var up = lines.stream().flatMapToDouble(line -> Arrays.stream(line.y()));
        boolean dates = chart.getSeriesCollection().stream()
                .anyMatch(series -> series instanceof XYSeries xy && xy.getxAxisDataType() == Series.DataType.Date);
        return styler == null
                ? new TextPlot.Axes(
                        SketchedAxis.of(across, null, null, false),
                        SketchedAxis.of(up, null, null, false),
                        "",
                        "",
                        false)
                : new TextPlot.Axes(
                        SketchedAxis.of(
                                across, styler.getXAxisMin(), styler.getXAxisMax(), styler.isXAxisLogarithmic()),
                        SketchedAxis.of(up, styler.getYAxisMin(), styler.getYAxisMax(), styler.isYAxisLogarithmic()),
                        title(AxesChart::getXAxisTitle),
                        title(AxesChart::getYAxisTitle),
                        dates);
    }

    private String title(Function<AxesChart<?, ?>, String> axis) {
        return chart instanceof AxesChart<?, ?> axes ? Objects.requireNonNullElse(axis.apply(axes), "") : "";
    }
}
