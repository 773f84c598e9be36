package io.jforge.runtime.report;

import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Timing;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Runs as charts.
public final class Charts {
    private static final Color TRIAL = new Color(0x9AA5B1);
    private static final Color BEST = new Color(0x0B7285);
    private static final Color NAIVE = new Color(0xC92A2A);
    private static final Color EAGER = new Color(0xE67700);
    private static final Color ROOF = new Color(0x5F3DC4);
    private static final Color GRID = new Color(0xE9ECEF);

    private Charts() {}

    /// Microseconds over trials on a logarithmic axis: each trial that was timed, the best so far, naive, the roofline.
    public static XYChart bestSoFar(RunRecord run) {
        var chart = styled(new XYChartBuilder()
                .width(820)
                .height(380)
                .title(run.header().task() + " on " + run.header().device())
                .xAxisTitle("trial")
                .yAxisTitle("microseconds (log)")
                .build());
        var trials = new ArrayList<Double>();
        var times = new ArrayList<Double>();
        var best = new ArrayList<Double>();
        double soFar = Double.POSITIVE_INFINITY;
        for (var trial : run.trials()) {
            if (trial.medianMicros().isEmpty()) continue;
            soFar = Math.min(soFar, trial.medianMicros().getAsDouble());
            trials.add((double) trial.number());
            times.add(trial.medianMicros().getAsDouble());
            best.add(soFar);
        }
        if (trials.isEmpty()) return chart;
        double last = Math.max(1, run.trials().getLast().number());
        points(chart, trials, times);
        steps(chart, trials, best, last);
        level(chart, "naive", times.getFirst(), last, NAIVE);
        var eager = Against.eagerTiming(run).map(Timing::medianMicros);
        eager.ifPresent(micros -> level(chart, "PyTorch eager", micros, last, EAGER));
        level(chart, "roofline", run.header().leastMicros(), last, ROOF);
        eager.ifPresent(times::add);
        decade(chart, Math.min(run.header().leastMicros(), soFar), times);
        return chart;
    }

    /// Whole decades would waste half of the chart: the axis ends a little beyond what is drawn.
    private static void decade(XYChart chart, double least, List<Double> times) {
        double most = times.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        chart.getStyler().setYAxisMin(least / 1.3);
        chart.getStyler().setYAxisMax(most * 1.3);
    }

    private static void points(XYChart chart, List<Double> trials, List<Double> times) {
        var series = chart.addSeries("trial", trials, times);
        series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(TRIAL);
    }

    private static void steps(XYChart chart, List<Double> trials, List<Double> best, double last) {
        var x = new ArrayList<Double>();
        var y = new ArrayList<Double>();
        for (int i = 0; i < trials.size(); i++) {
            if (i > 0) {
                x.add(trials.get(i));
                y.add(best.get(i - 1));
            }
            x.add(trials.get(i));
            y.add(best.get(i));
        }
        x.add(last);
        y.add(best.getLast());
        line(chart, "best so far", x, y, BEST, new BasicStroke(2.5f));
    }

    private static void level(XYChart chart, String name, double value, double last, Color color) {
        var dashes = new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 5}, 0);
        line(chart, name, List.of(0.0, last), List.of(value, value), color, dashes);
    }

    private static void line(
            XYChart chart, String name, List<Double> x, List<Double> y, Color color, BasicStroke stroke) {
        var series = chart.addSeries(name, x, y);
        series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Line);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color);
        series.setLineStyle(stroke);
    }

    private static XYChart styled(XYChart chart) {
        var styler = chart.getStyler();
        var font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        styler.setYAxisLogarithmic(true);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendFont(font);
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, 14f));
        styler.setAxisTitleFont(font);
        styler.setAxisTickLabelsFont(font);
        styler.setMarkerSize(6);
        styler.setXAxisDecimalPattern("0");
        styler.setYAxisDecimalPattern("#,##0");
        styler.setXAxisMin(0.0);
        return chart;
    }
}
