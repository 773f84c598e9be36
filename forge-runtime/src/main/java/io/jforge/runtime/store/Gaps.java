package io.jforge.runtime.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds what is missing in records that were read from JSON, which leaves what a text does not name as null.
final class Gaps {
    private Gaps() {}

    /// The path of the first value that is missing, e.g. `header.roofline`; empty if all are there.
    static Optional<String> in(String name, Object value) {
        return switch (value) {
            case null -> Optional.of(name);
            case Record whole ->
                first(Stream.of(whole.getClass().getRecordComponents())
                        .map(part -> in(name + "." + part.getName(), value(part, whole))));
            case Optional<?> optional -> optional.flatMap(content -> in(name, content));
            case Collection<?> all -> first(all.stream().map(each -> in(name, each)));
            case Map<?, ?> map ->
                first(map.entrySet().stream()
                        .map(each ->
                                in(name + "." + each.getKey(), each.getValue()).or(() -> in(name, each.getKey()))));
            default -> Optional.empty();
        };
    }

    private static Optional<String> first(Stream<Optional<String>> gaps) {
        return gaps.flatMap(Optional::stream).findFirst();
    }

    private static Object value(RecordComponent part, Record whole) {
        try {
            return part.getAccessor().invoke(whole);
        } catch (IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException("a record's components are public: " + Objects.toString(part), impossible);
        }
    }
}
