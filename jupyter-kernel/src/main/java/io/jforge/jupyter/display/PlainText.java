package io.jforge.jupyter.display;

import io.jforge.jupyter.display.TextTree.Branch;
import io.jforge.jupyter.display.TextTree.Leaf;
import io.jforge.jupyter.display.TextTree.Part;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Writes values as text: like their `toString`, but arrays too, cut to a length, on as many lines as reads
/// well, and whatever that method does.
final class PlainText {
    private static final int MOST_CHARACTERS = 20_000;
    private static final int MOST_ELEMENTS = 100;
    private static final int DEEPEST = 12;

    /// Writing a number of a million digits takes seconds, and nobody reads them.
    private static final int MOST_BITS = 200_000;

    /// JShell's made-up outer classes, which nobody wants to see in front of `Point@1f2a`.
    private static final Pattern OUTER_CLASS = Pattern.compile("REPL\\.\\$JShell\\$\\w+[$.]");

    private final Set<Object> around = Collections.newSetFromMap(new IdentityHashMap<>());
    private int left = MOST_CHARACTERS;

    private PlainText() {}

    static String of(Object value) {
        var text = value instanceof Throwable thrown
                ? trace(thrown)
                : new PlainText().tree(value).text();
        return OUTER_CLASS.matcher(text).replaceAll("");
    }

    /// The same on one line, for a cell of a table.
    static String line(Object value) {
        return of(value).replaceAll("\\s*\\R\\s*", " ");
    }

    private TextTree tree(Object value) {
        return switch (value) {
            case null -> leaf("null");
            case String text -> leaf(text);
            case Collection<?> all when isFromJdk(all) -> branch(all, "[", all.size(), all, "]");
            case Map<?, ?> map when isFromJdk(map) -> branch(map, "{", map.size(), map.entrySet(), "}");
            case Map.Entry<?, ?> entry
            when isFromJdk(entry) ->
                new Branch("", List.of(new Part(oneLine(entry.getKey()) + "=", tree(entry.getValue()))), "");
            case Optional<?> some
            when some.isPresent() -> new Branch("Optional[", List.of(new Part("", tree(some.get()))), "]");
            case BaseStream<?, ?> stream -> leaf(kind(stream) + " (not read: its toList() or the like shows it)");
            case BigInteger number
            when number.bitLength() > MOST_BITS -> leaf("BigInteger of %,d bits".formatted(number.bitLength()));
            case BigDecimal number
            when number.unscaledValue().bitLength() > MOST_BITS ->
                leaf("BigDecimal of %,d digits".formatted(number.precision()));
            default -> ofOtherKind(value);
        };
    }

    private TextTree ofOtherKind(Object value) {
        var type = value.getClass();
        if (type.isArray()) {
            int length = Array.getLength(value);
            return branch(value, "[", length, () -> elements(value, length), "]");
        }
        if (RecordParts.isPlain(value)) return record(value);
        if (type.isHidden() && type.isSynthetic() && type.getInterfaces().length == 1)
            return leaf(type.getInterfaces()[0].getSimpleName() + " (a lambda)");
        return leaf(ownText(value));
    }

    private static Iterator<Object> elements(Object array, int length) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < length;
            }

            @Override
            public Object next() {
                return Array.get(array, next++);
            }
        };
    }

    private static String kind(BaseStream<?, ?> stream) {
        return switch (stream) {
            case IntStream _ -> "IntStream";
            case LongStream _ -> "LongStream";
            case DoubleStream _ -> "DoubleStream";
            default -> "Stream";
        };
    }

    private static boolean isFromJdk(Object value) {
        return value.getClass().getName().startsWith("java.");
    }

    private TextTree branch(Object value, String open, int size, Iterable<?> elements, String close) {
        return within(value, () -> {
            var parts = new ArrayList<Part>();
            try {
                for (var each = elements.iterator(); each.hasNext() && hasRoom(parts.size()); )
                    parts.add(part(each.next()));
            } catch (RuntimeException e) {
                return new Branch(open, List.of(new Part("", leaf("(cannot be read: %s)".formatted(e)))), close);
            }
            if (parts.size() < size) parts.add(new Part("", leaf("... %,d in all".formatted(size))));
            return new Branch(open, parts, close);
        });
    }

    private Part part(Object element) {
        return element instanceof Map.Entry<?, ?> entry && isFromJdk(entry)
                ? new Part(oneLine(entry.getKey()) + "=", tree(entry.getValue()))
                : new Part("", tree(element));
    }

    private boolean hasRoom(int written) {
        return written < MOST_ELEMENTS && left > 0;
    }

    private String oneLine(Object key) {
        return switch (tree(key)) {
            case Leaf leaf -> leaf.text();
            case Branch branch -> branch.text().replaceAll("\\s*\\R\\s*", " ");
        };
    }

    private TextTree record(Object value) {
        return within(value, () -> {
            var parts = new ArrayList<Part>();
            for (var component : value.getClass().getRecordComponents()) {
                if (left <= 0) break;
                parts.add(new Part(component.getName() + "=", component(component, value)));
            }
            return new Branch(value.getClass().getSimpleName() + "[", parts, "]");
        });
    }

    private TextTree component(RecordComponent component, Object value) {
        try {
            return tree(RecordParts.read(component, value));
        } catch (Exception | StackOverflowError e) {
            return leaf("(threw %s)".formatted(e.getClass().getName()));
        } catch (Error e) {
            throw e; // a stop among them
        } catch (Throwable e) {
            return leaf("(threw %s)".formatted(e.getClass().getName()));
        }
    }

    /// What holds itself, or is nested deeper than anybody looks, ends in dots.
    private TextTree within(Object value, Supplier<TextTree> parts) {
        if (around.size() >= DEEPEST || !around.add(value)) return leaf("...");
        try {
            return parts.get();
        } finally {
            around.remove(value);
        }
    }

    private Leaf leaf(String whole) {
        var text = shortened(whole, Math.max(left, 40));
        left -= text.length();
        return new Leaf(text);
    }

    private static String ownText(Object value) {
        try {
            return String.valueOf(value.toString());
        } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError | LinkageError e) {
            return "%s (its toString threw %s)"
                    .formatted(value.getClass().getName(), e.getClass().getName());
        }
    }

    /// An exception that is a value has its causes told, and no stack.
    private static String trace(Throwable thrown) {
        var text = new StringBuilder();
        var told = Collections.newSetFromMap(new IdentityHashMap<Throwable, Boolean>());
        for (Throwable each = thrown; each != null && told.add(each); each = each.getCause())
            text.append(text.isEmpty() ? "" : "\nCaused by: ").append(shortened(ownText(each), MOST_CHARACTERS / 10));
        return text.toString();
    }

    private static String shortened(String whole, int most) {
        if (whole.length() <= most) return whole;
        int end = Character.isHighSurrogate(whole.charAt(most - 1)) ? most - 1 : most;
        return whole.substring(0, end) + "... (%,d characters in all)".formatted(whole.length());
    }
}
