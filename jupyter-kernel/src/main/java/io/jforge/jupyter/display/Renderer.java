package io.jforge.jupyter.display;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.knowm.xchart.internal.chartpart.Chart;
import tech.tablesaw.api.Table;

/// The table of how each type is shown; what was registered last is asked first.
public final class Renderer {
    private final List<Rule<?>> rules = new ArrayList<>();

    private record Rule<T>(Class<T> type, Function<? super T, MimeBundle> how) {
        MimeBundle apply(Object value) {
            return how.apply(type.cast(value));
        }
    }

    /// Text for everything, and tables, charts and images as such.
    public static Renderer standard() {
        return new Renderer()
                .register(MimeBundle.class, bundle -> bundle)
                .register(BufferedImage.class, Images::bundle)
                .register(Chart.class, Charts::bundle)
                .register(Table.class, HtmlTables::bundle);
    }

    public synchronized <T> Renderer register(Class<T> type, Function<? super T, MimeBundle> how) {
        rules.addFirst(new Rule<>(type, how));
        return this;
    }

    /// Shows any value, also null, one whose `toString` throws, and one that its own rule fails on.
    public MimeBundle render(Object value) {
        for (Rule<?> rule : rules()) {
            if (rule.type().isInstance(value)) {
                try {
                    return rule.apply(value);
                } catch (RuntimeException | LinkageError e) {
                    return MimeBundle.text("%s (cannot be shown: %s)".formatted(PlainText.of(value), e));
                }
            }
        }
        return MimeBundle.text(PlainText.of(value));
    }

    private synchronized List<Rule<?>> rules() {
        return List.copyOf(rules);
    }
}
