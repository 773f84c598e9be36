package io.jforge.jupyter.display;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;

/// Writes values as text: like their `toString`, but arrays too, cut to a length, and whatever that method does.
final class PlainText {
    private static final int MOST_CHARACTERS = 20_000;
    private static final int MOST_ELEMENTS = 100;
    private static final int DEEPEST = 6;

    /// JShell's made-up outer classes, which nobody wants to see in front of `Point@1f2a`.
    private static final Pattern OUTER_CLASS = Pattern.compile("REPL\\.\\$JShell\\$\\w+[$.]");

    private final StringBuilder text = new StringBuilder();

    private PlainText() {}

    static String of(Object value) {
        PlainText plain = new PlainText();
        plain.write(value, 0);
        return OUTER_CLASS.matcher(plain.text).replaceAll("");
    }

    private void write(Object value, int depth) {
        if (value == null) {
            text.append("null");
        } else if (value.getClass().isArray()) {
            elements(new ArrayIterator(value), Array.getLength(value), depth, "[", "]");
        } else if (value instanceof Collection<?> all && isFromJdk(all)) {
            elements(all.iterator(), all.size(), depth, "[", "]");
        } else if (value instanceof Map<?, ?> map && isFromJdk(map)) {
            elements(map.entrySet().iterator(), map.size(), depth, "{", "}");
        } else if (value instanceof Map.Entry<?, ?> entry && isFromJdk(entry)) {
            write(entry.getKey(), depth);
            text.append('=');
            write(entry.getValue(), depth);
        } else {
            text.append(shortened(ownText(value)));
        }
    }

    private static boolean isFromJdk(Object value) {
        return value.getClass().getName().startsWith("java.");
    }

    private void elements(Iterator<?> each, int size, int depth, String open, String close) {
        text.append(open);
        if (depth >= DEEPEST) {
            text.append("...").append(close); // deep, or a structure that holds itself
            return;
        }
        int written = 0;
        while (each.hasNext() && written < MOST_ELEMENTS && text.length() < MOST_CHARACTERS) {
            text.append(written == 0 ? "" : ", ");
            write(each.next(), depth + 1);
            written++;
        }
        if (written < size) {
            text.append(written == 0 ? "" : ", ").append("... %,d in all".formatted(size));
        }
        text.append(close);
    }

    private static String ownText(Object value) {
        try {
            return String.valueOf(value.toString());
        } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError | LinkageError e) {
            return "%s (its toString threw %s)"
                    .formatted(value.getClass().getName(), e.getClass().getName());
        }
    }

    private static String shortened(String whole) {
        if (whole.length() <= MOST_CHARACTERS) {
            return whole;
        }
        int end = Character.isHighSurrogate(whole.charAt(MOST_CHARACTERS - 1)) ? MOST_CHARACTERS - 1 : MOST_CHARACTERS;
        return whole.substring(0, end) + "... (%,d characters in all)".formatted(whole.length());
    }

    private static final class ArrayIterator implements Iterator<Object> {
        private final Object array;
        private int next;

        ArrayIterator(Object array) {
            this.array = array;
        }

        @Override
        public boolean hasNext() {
            return next < Array.getLength(array);
        }

        @Override
        public Object next() {
            return Array.get(array, next++);
        }
    }
}
