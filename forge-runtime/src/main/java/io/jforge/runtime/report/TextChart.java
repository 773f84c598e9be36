package io.jforge.runtime.report;

import io.jforge.runtime.store.RunRecord;
import java.util.Arrays;

/// A run's chart in characters, for a terminal: trials as dots, the best so far as a line, on a logarithmic axis.
public final class TextChart {
    private static final int HEIGHT = 9;
    private static final int WIDTH = 60;

    private final RunRecord run;
    private final double least;
    private final double most;
    private final char[][] cells = new char[HEIGHT][WIDTH];

    private TextChart(RunRecord run) {
        this.run = run;
        var times = run.trials().stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .mapToDouble(trial -> trial.medianMicros().getAsDouble())
                .summaryStatistics();
        least = times.getMin();
        most = times.getMax();
        for (var row : cells) Arrays.fill(row, ' ');
    }

    /// The chart, or nothing where fewer than two trials were timed.
    public static String of(RunRecord run) {
        var chart = new TextChart(run);
        return chart.most > chart.least ? chart.draw() : "";
    }

    private String draw() {
        for (var trial : run.trials())
            if (trial.medianMicros().isPresent())
                cells[row(trial.medianMicros().getAsDouble())][column(trial.number())] = '·';
        double best = Double.POSITIVE_INFINITY;
        int from = 0;
        for (var trial : run.trials()) {
            double time = trial.medianMicros().orElse(Double.POSITIVE_INFINITY);
            if (time >= best) continue;
            line(best, from, column(trial.number()));
            from = column(trial.number());
            best = time;
        }
        line(best, from, WIDTH);
        return text();
    }

    private void line(double best, int from, int to) {
        if (!Double.isInfinite(best)) Arrays.fill(cells[row(best)], from, to, '━');
    }

    private int row(double micros) {
        double share = (Math.log(most) - Math.log(micros)) / (Math.log(most) - Math.log(least));
        return (int) Math.round(share * (HEIGHT - 1));
    }

    private int column(int trial) {
        int last = Math.max(1, run.trials().getLast().number());
        return (int) Math.round((double) trial / last * (WIDTH - 1));
    }

    private String text() {
        var text = new StringBuilder();
        for (int row = 0; row < HEIGHT; row++) {
            double micros = Math.exp(Math.log(most) - (Math.log(most) - Math.log(least)) * row / (HEIGHT - 1));
            var label = row % 4 == 0 ? Tables.number(micros) + " us" : "";
            text.append("%12s ┤".formatted(label))
                    .append(new String(cells[row]).stripTrailing())
                    .append('\n');
        }
        var last = String.valueOf(run.trials().getLast().number());
        text.append(" ".repeat(13)).append('└').append("─".repeat(WIDTH)).append('\n');
        return text.append(" ".repeat(14))
                .append("trial 0")
                .append(" ".repeat(WIDTH - 7 - last.length()))
                .append(last)
                .toString();
    }
}
