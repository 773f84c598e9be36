package io.jforge.runtime.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/// Goes through records that were read from JSON, part by part.
final class Parts {
    private Parts() {}

    /// The path of the first part that is missing, which JSON leaves as null, e.g. `header.roofline`.
    static Optional<String> missing(String name, Object value) {
        return first(name, value, (_, part) -> part == null);
    }

    /// The path of the first part, this one among them, of which something holds.
    ///
    /// @param flaw asked with a part's path and what it is
    static Optional<String> first(String path, Object value, BiPredicate<String, Object> flaw) {
        if (flaw.test(path, value)) return Optional.of(path);
        return switch (value) {
            case null -> Optional.empty();
            case Record whole ->
                first(Stream.of(whole.getClass().getRecordComponents())
                        .map(part -> first(path + "." + part.getName(), value(part, whole), flaw)));
            case Optional<?> optional -> optional.flatMap(content -> first(path, content, flaw));
            case Collection<?> all -> first(all.stream().map(each -> first(path, each, flaw)));
            case Map<?, ?> map ->
                first(map.entrySet().stream()
                        .map(each -> first(path + "." + each.getKey(), each.getValue(), flaw)
                                .or(() -> first(path, each.getKey(), flaw))));
            default -> Optional.empty();
        };
    }

    private static Optional<String> first(Stream<Optional<String>> flaws) {
        return flaws.flatMap(Optional::stream).findFirst();
    }

    private static Object value(RecordComponent part, Record whole) {
        try {
            return part.getAccessor().invoke(whole);
        } catch (IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException("a record's components are public: " + Objects.toString(part), impossible);
        }
    }
}
