package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.PieChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;

class TextChartTest {
    private static final int WIDTH = 60;

    private static String text(Chart<?, ?> chart) {
        return new TextChart(chart, WIDTH, new Palette(false)).text().orElseThrow();
    }

    private static XYChart line() {
        var chart = new XYChartBuilder()
                .title("squares")
                .xAxisTitle("side")
                .yAxisTitle("area")
                .build();
        double[] sides = IntStream.rangeClosed(0, 10).asDoubleStream().toArray();
        chart.addSeries(
                "s", sides, java.util.Arrays.stream(sides).map(x -> x * x).toArray());
        return chart;
    }

    private static long dots(String text) {
        return text.chars().filter(c -> c > 0x2800 && c < 0x2900).count();
    }

    @Test
    void aLineRisesFromTheLeftToTheRightWithinItsAxes() {
        var text = text(line());
        assertThat(text).contains("squares", "side", "area", "100 ┤", "0 ┤", "└", "┬", "10");
        assertThat(text.lines().map(Columns::of)).allMatch(columns -> columns <= WIDTH);
        var rows = text.lines().filter(row -> dots(row) > 0).toList();
        assertThat(rows).hasSizeGreaterThan(12);
        assertThat(rows.getFirst()
                        .indexOf(rows.getFirst()
                                .strip()
                                .charAt(rows.getFirst().strip().length() - 1)))
                .isGreaterThan(WIDTH / 2);
    }

    @Test
    void pointsAreNotConnected() {
        var chart = new XYChartBuilder().build();
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        chart.addSeries("far apart", new double[] {0, 10}, new double[] {0, 10});
        assertThat(dots(text(chart))).isBetween(2L, 4L);
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Line);
        assertThat(dots(text(chart))).isGreaterThan(16);
    }

    @Test
    void aLogarithmicAxisShowsEveryDecade() {
        var chart = new XYChartBuilder().build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.addSeries("s", new double[] {1, 2, 3}, new double[] {1, 100, 10_000});
        assertThat(text(chart)).contains("1 ┤", "100 ┤", "10,000 ┤");
    }

    @Test
    void severalSeriesHaveALegendAndColoursOfTheirOwn() {
        var chart = line();
        chart.addSeries("other", new double[] {0, 10}, new double[] {50, 50});
        assertThat(text(chart)).contains("■ s   ■ other");
        var coloured = new TextChart(chart, WIDTH, new Palette(true)).text().orElseThrow();
        assertThat(coloured).contains("\u001b[34m", "\u001b[33m");
    }

    @Test
    void barsAreAsLongAsTheirValues() {
        var chart = new CategoryChartBuilder().title("speed").build();
        chart.addSeries("x", List.of("naive", "best"), List.of(1.0, 4.0));
        var bars = text(chart).lines().filter(line -> line.contains("│")).toList();
        assertThat(bars).hasSize(2);
        assertThat(bars.get(0)).startsWith("naive │").endsWith(" 1");
        assertThat(bars.get(1)).startsWith(" best │").endsWith(" 4");
        assertThat(blocks(bars.get(1))).isBetween(4 * blocks(bars.get(0)), 4 * blocks(bars.get(0)) + 4);
    }

    private static long blocks(String line) {
        return line.chars().filter(c -> c == '█').count();
    }

    @Test
    void barsOfOneCategoryStandTogether() {
        var chart = new CategoryChartBuilder().build();
        chart.addSeries("a", List.of("one", "two"), List.of(1, 2));
        chart.addSeries("b", List.of("one", "two"), List.of(3, 4));
        assertThat(text(chart).lines().map(line -> line.replaceAll("[█▏▎▍▌▋▊▉ ]+", " ")))
                .containsExactly("■ a ■ b", "one │ 1", " │ 3", "two │ 2", " │ 4");
    }

    @Test
    void sharesAreBars() {
        var chart = new PieChartBuilder().build();
        chart.addSeries("rye", 1);
        chart.addSeries("wheat", 3);
        assertThat(text(chart)).contains("  rye │█", "wheat │███");
    }

    @Test
    void valuesThatAreNoNumbersLeaveGaps() {
        var chart = new XYChartBuilder().build();
        chart.addSeries("s", new double[] {0, 1, 2}, new double[] {1, Double.NaN, 3});
        assertThat(dots(text(chart))).isBetween(1L, 4L);
    }

    @Test
    void oneValueAloneIsStillAChart() {
        var chart = new XYChartBuilder().build();
        chart.addSeries("s", new double[] {5}, new double[] {7});
        assertThat(text(chart)).contains("7 ┤");
    }

    @Test
    void aKindWithoutAFormInTextHasNone() {
        var chart = new HeatMapChartBuilder().build();
        chart.addSeries("heat", new int[] {1, 2}, new int[] {1, 2}, new int[][] {{1, 2}, {3, 4}});
        assertThat(new TextChart(chart, WIDTH, new Palette(false)).text()).isEmpty();
    }
}
