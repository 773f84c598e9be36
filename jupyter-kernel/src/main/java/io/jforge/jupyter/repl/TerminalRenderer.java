package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.Renderer;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.knowm.xchart.internal.chartpart.Chart;
import tech.tablesaw.api.Table;

/// Tables and charts in characters, fitted to whatever shows them; remembers the chart that was shown last.
final class TerminalRenderer {
    /// Of what is no terminal.
    private static final int USUAL_WIDTH = 100;

    private final Renderer pictures = Renderer.standard();
    private final Renderer renderer;
    private IntSupplier width = () -> USUAL_WIDTH;
    private Palette palette = new Palette(false);
    private BooleanSupplier showsPictures = () -> false;
    private Chart<?, ?> last;

    /// @param others shows everything else
    TerminalRenderer(Renderer others) {
        renderer = others.register(Table.class, this::table).register(Chart.class, this::chart);
    }

    Renderer renderer() {
        return renderer;
    }

    /// From here on values are shown there.
    synchronized void showOn(IntSupplier newWidth, Palette newPalette, BooleanSupplier withPictures) {
        width = newWidth;
        palette = newPalette;
        showsPictures = withPictures;
    }

    private synchronized MimeBundle table(Table table) {
        return MimeBundle.text(new TextTable(table, width.getAsInt(), palette).text());
    }

    private synchronized MimeBundle chart(Chart<?, ?> chart) {
        last = chart;
        if (showsPictures.getAsBoolean()) return pictures.render(chart);
        return new TextChart(chart, width.getAsInt(), palette)
                .text()
                .map(MimeBundle::text)
                .orElseGet(() -> pictures.render(chart));
    }

    /// The chart shown last, as a picture.
    synchronized Optional<MimeBundle> lastChart() {
        return Optional.ofNullable(last).map(pictures::render);
    }
}
