package io.jforge.jupyter.display;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/// One axis of a chart: where a value lies on it, and which values to name.
public record SketchedAxis(double least, double most, boolean logarithmic) {
    private static final int LEAST_TICKS = 4;
    private static final List<Double> STEPS = List.of(1.0, 2.0, 5.0);

    /// Over these values, or from and to what the chart asks for.
    public static SketchedAxis of(DoubleStream values, Double least, Double most, boolean logarithmic) {
        var range = values.filter(value -> Double.isFinite(value) && (!logarithmic || value > 0))
                .summaryStatistics();
        if (range.getCount() == 0) return new SketchedAxis(logarithmic ? 1 : 0, 10, logarithmic);
        return new SketchedAxis(
                least == null ? range.getMin() : least, most == null ? range.getMax() : most, logarithmic);
    }

    /// 0 at the least, 1 at the most.
    public double share(double value) {
        double span = scaled(most) - scaled(least);
        return span > 0 ? (scaled(value) - scaled(least)) / span : 0.5;
    }

    private double scaled(double value) {
        return logarithmic ? Math.log(value) : value;
    }

    /// 1, 2 and 5 times powers of ten: all of them on a logarithmic axis, else those of one step.
    public List<Double> ticks() {
        return logarithmic ? decades() : steps();
    }

    private List<Double> decades() {
        var ticks = new ArrayList<Double>();
        for (double power = Math.pow(10, Math.floor(Math.log10(least))); power <= most; power *= 10)
            for (double step : STEPS) if (isInside(step * power)) ticks.add(step * power);
        return ticks;
    }

    private List<Double> steps() {
        double wanted = (most - least) / LEAST_TICKS;
        if (!(wanted > 0)) return List.of(least);
        double power = Math.pow(10, Math.floor(Math.log10(wanted)));
        double step =
                power * STEPS.stream().filter(each -> each * power <= wanted).reduce(1.0, Math::max);
        var ticks = new ArrayList<Double>();
        // multiples, not sums, whose rounding would make a zero of 5E-17
        for (double n = Math.ceil(least / step); n * step <= most; n++) ticks.add(n * step + 0.0);
        return ticks;
    }

    private boolean isInside(double value) {
        return value >= least && value <= most;
    }

    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e7) return String.format(Locale.ROOT, "%,.0f", value);
        var rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return Math.abs(value) < 1e-4 || Math.abs(value) >= 1e7 ? rounded.toString() : rounded.toPlainString();
    }
}
