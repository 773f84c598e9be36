package io.jforge.jupyter.display;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import org.knowm.xchart.internal.chartpart.Chart;

/// XChart charts as PNG at twice the resolution, or as a plain SVG where Java finds no font to draw with.
final class Charts {
    private static final int SCALE = 2;

    private Charts() {}

    static MimeBundle bundle(Chart<?, ?> chart) {
        try {
            return Images.bundle(paint(chart), chart.getWidth(), chart.getHeight(), plain(chart));
        } catch (RuntimeException | LinkageError | InternalError e) {
            // AWT without fontconfig or fonts fails in many ways; a browser brings its own fonts
            return MimeBundle.text(plain(chart).formatted(chart.getWidth(), chart.getHeight()))
                    .with(MimeBundle.SVG, new SketchedChart(chart).svg());
        }
    }

    private static BufferedImage paint(Chart<?, ?> chart) {
        int width = chart.getWidth();
        int height = chart.getHeight();
        var image = new BufferedImage(width * SCALE, height * SCALE, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.scale(SCALE, SCALE);
            chart.paint(graphics, width, height);
        } finally {
            graphics.dispose();
        }
        return image;
    }

    private static String plain(Chart<?, ?> chart) {
        String title = String.valueOf(chart.getTitle()).replace("%", "%%");
        return "chart" + (title.isBlank() ? "" : " \"" + title + "\"") + " of %d x %d pixels";
    }
}
