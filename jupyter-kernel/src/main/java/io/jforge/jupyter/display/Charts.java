package io.jforge.jupyter.display;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.knowm.xchart.internal.chartpart.Chart;

/// XChart charts as PNG at twice the resolution, or as SVG; as a plain SVG where Java finds no font to draw with.
final class Charts {
    private static final int SCALE = 2;

    private Charts() {}

    static MimeBundle bundle(Chart<?, ?> chart) {
        try {
            return Images.bundle(paint(chart), chart.getWidth(), chart.getHeight(), plain(chart));
        } catch (RuntimeException | LinkageError | InternalError e) {
            // AWT without fontconfig or fonts fails in many ways; a browser brings its own fonts
            return svg(chart, new SketchedChart(chart).svg());
        }
    }

    /// Drawn in lines that stay sharp at any size.
    static MimeBundle svg(Chart<?, ?> chart) {
        try {
            return svg(chart, drawn(chart));
        } catch (RuntimeException | LinkageError | InternalError e) {
            return svg(chart, new SketchedChart(chart).svg());
        }
    }

    private static MimeBundle svg(Chart<?, ?> chart, String svg) {
        return MimeBundle.text(plain(chart).formatted(chart.getWidth(), chart.getHeight()))
                .with(MimeBundle.SVG, svg);
    }

    private static String drawn(Chart<?, ?> chart) {
        var graphics = new VectorGraphics2D();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        var bytes = new ByteArrayOutputStream();
        try {
            new SVGProcessor()
                    .getDocument(graphics.getCommands(), new PageSize(chart.getWidth(), chart.getHeight()))
                    .writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Contents.bareSvg(bytes.toString(StandardCharsets.UTF_8));
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
