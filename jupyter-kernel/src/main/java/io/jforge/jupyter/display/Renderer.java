package io.jforge.jupyter.display;

import io.jforge.jupyter.shell.TimeLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/// The table of how each type is shown: what cells said comes first, then libraries, then what is built in;
/// what was registered last is asked first.
public final class Renderer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Duration patience;
    private final List<Rule<?>> rules = new ArrayList<>();
    private final List<Rule<?>> ofCells = new ArrayList<>();
    private final LibraryRenderers libraries = new LibraryRenderers();

    /// @param kind the MIME type of what it makes; empty for a whole bundle, or a value to be shown instead
    private record Rule<T>(Class<T> type, String kind, Function<? super T, ?> how) {
        Object apply(Object value) {
            return how.apply(type.cast(value));
        }
    }

    private Renderer(Duration patience) {
        this.patience = patience;
    }

    /// Text for everything, and tables, charts and images as such.
    public static Renderer standard() {
        return standard(PATIENCE);
    }

    /// @param patience how long showing a value may take before it is cut off
    public static Renderer standard(Duration patience) {
        return new Renderer(patience).register(MimeBundle.class, bundle -> bundle);
    }

    public synchronized <T> Renderer register(Class<T> type, Function<? super T, MimeBundle> how) {
        rules.addFirst(new Rule<>(type, "", how));
        return this;
    }

    /// Shows a type as a cell wants it, in place of what a cell said of it before.
    ///
    /// @param kind the MIME type of what `how` makes; empty if that makes a bundle, or another value to be shown
    synchronized <T> void prefer(Class<T> type, String kind, Function<? super T, ?> how) {
        ofCells.removeIf(rule -> rule.type() == type && rule.kind().equals(kind));
        ofCells.addFirst(new Rule<>(type, kind, how));
    }

    /// Shows a type as before any cell said how.
    synchronized void forget(Class<?> type) {
        ofCells.removeIf(rule -> rule.type() == type);
    }

    /// Shows any value, also null, one whose `toString` throws or never ends, and one that its own rule fails on.
    public MimeBundle render(Object value) {
        return preferred(value)
                .map(rule -> tried(value, rule))
                .orElseGet(() -> libraries
                        .of(value)
                        .map(library -> tried(value, rule(library)))
                        .orElseGet(() -> builtIn(value)));
    }

    private synchronized Optional<Rule<?>> preferred(Object value) {
        return first(ofCells, value);
    }

    private static Optional<Rule<?>> first(List<Rule<?>> rules, Object value) {
        return rules.stream().filter(rule -> rule.type().isInstance(value)).findFirst();
    }

    private static <T> Rule<T> rule(ValueRenderer<T> library) {
        return new Rule<>(library.type(), "", library::render);
    }

    private MimeBundle builtIn(Object value) {
        Optional<Rule<?>> rule;
        synchronized (this) {
            rule = first(rules, value);
        }
        if (rule.isEmpty() && isShort(value)) return MimeBundle.text(String.valueOf(value));
        return rule.or(() -> Pictures.of(value).map(how -> new Rule<>(Object.class, "", how)))
                .map(found -> tried(value, found))
                .orElseGet(() -> MimeBundle.text(plain(value)));
    }

    /// What nothing can go wrong with needs no watch.
    private static boolean isShort(Object value) {
        return value == null
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean;
    }

    private MimeBundle tried(Object value, Rule<?> rule) {
        try {
            return inTime(() -> made(value, rule));
        } catch (TimeoutException _) {
            return failed(value, "did not end within " + seconds());
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            return failed(value, "failed: " + e);
        }
    }

    private MimeBundle made(Object value, Rule<?> rule) {
        var made = rule.apply(value);
        if (made == null) throw new IllegalStateException("it gave null");
        if (!rule.kind().isEmpty()) return MimeBundle.text(plain(value)).with(rule.kind(), made);
        return made instanceof MimeBundle bundle ? bundle : builtIn(made);
    }

    private MimeBundle failed(Object value, String how) {
        return MimeBundle.text("%s\n(showing this otherwise %s)".formatted(plain(value), how));
    }

    private String plain(Object value) {
        try {
            return inTime(() -> PlainText.of(value));
        } catch (Exception e) {
            return "%s (its text was not made within %s)"
                    .formatted(value.getClass().getName(), seconds());
        }
    }

    private <T> T inTime(Callable<T> work) throws Exception {
        return TimeLimit.during(patience, work);
    }

    private String seconds() {
        return new BigDecimal(patience.toMillis())
                        .movePointLeft(3)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }
}
