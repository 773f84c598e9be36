package io.jforge.jupyter.display;

import java.awt.Image;
import java.awt.image.RenderedImage;
import java.util.Optional;
import java.util.function.Function;
import org.knowm.xchart.internal.chartpart.Chart;
import tech.tablesaw.api.Table;

/// What is shown as more than text without anybody saying so: tables, charts and images.
final class Pictures {
    private Pictures() {}

    /// How a value is shown; empty where its text is all there is to see.
    ///
    /// Most values are Java's own, and to tell them apart must not load the libraries' classes.
    static Optional<Function<Object, MimeBundle>> of(Object value) {
        if (isText(value)) return Optional.empty();
        if (value instanceof Table table) return Optional.of(_ -> table(table));
        if (value instanceof Chart<?, ?> chart) return Optional.of(_ -> Charts.bundle(chart));
        if (value instanceof RenderedImage image) return Optional.of(_ -> Images.bundle(Images.buffered(image)));
        if (value instanceof Image image) return Optional.of(_ -> Images.bundle(Images.buffered(image)));
        return Optional.empty();
    }

    private static boolean isText(Object value) {
        if (value == null || value instanceof Record || value.getClass().isArray()) return true;
        var name = value.getClass().getName();
        return name.startsWith("java.") && !name.startsWith("java.awt.");
    }

    private static MimeBundle table(Table table) {
        return new TableView(TablesawTables.of(table)).bundle();
    }
}
