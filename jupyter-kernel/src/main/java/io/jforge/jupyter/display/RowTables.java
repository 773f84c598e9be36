package io.jforge.jupyter.display;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.BaseStream;
import java.util.stream.IntStream;

/// Java's own collections as tables: records by their components, maps by their keys, lists by position.
final class RowTables {
    private static final String VALUE = "value";

    private RowTables() {}

    /// @param rows a collection, an array, a stream (which is read) or a map, whose entries are the rows
    static DataTable of(Object rows) {
        var all = list(rows);
        var cells = all.stream().map(RowTables::row).toList();
        var names = new LinkedHashSet<String>();
        cells.forEach(row -> names.addAll(row.keySet()));
        var columns = names.stream()
                .map(name -> new DataTable.Column(name, row -> cells.get(row).get(name)))
                .toList();
        return new DataTable("", columns, all.size());
    }

    private static List<Object> list(Object rows) {
        var all = new ArrayList<>();
        switch (rows) {
            case null ->
                throw new IllegalArgumentException("there is no table of null: give a collection, an array or a map");
            case Map<?, ?> map -> all.addAll(map.entrySet());
            case Iterable<?> some -> some.forEach(all::add);
            case BaseStream<?, ?> stream -> stream.iterator().forEachRemaining(all::add);
            case Object array
            when array.getClass().isArray() ->
                IntStream.range(0, Array.getLength(array)).forEach(i -> all.add(Array.get(array, i)));
            default ->
                throw new IllegalArgumentException(
                        "a table is made of a collection, an array, a stream or a map, not of this "
                                + rows.getClass().getSimpleName());
        }
        return all;
    }

    private static Map<String, Object> row(Object element) {
        return switch (element) {
            case null -> one(null);
            case Record record -> record(record);
            case Map.Entry<?, ?> entry -> entry(entry);
            case Map<?, ?> map -> map(map);
            case List<?> list -> positions(list);
            case Object array when array.getClass().isArray() -> positions(list(array));
            default -> one(element);
        };
    }

    private static Map<String, Object> one(Object value) {
        var row = new LinkedHashMap<String, Object>();
        row.put(VALUE, value);
        return row;
    }

    /// The values of a map of records have the records' columns.
    private static Map<String, Object> entry(Map.Entry<?, ?> entry) {
        var row = new LinkedHashMap<String, Object>();
        row.put("key", entry.getKey());
        row.putAll(row(entry.getValue()));
        return row;
    }

    private static Map<String, Object> map(Map<?, ?> map) {
        var row = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> row.put(PlainText.line(key), open(value)));
        return row;
    }

    private static Map<String, Object> positions(List<?> list) {
        var row = new LinkedHashMap<String, Object>();
        IntStream.range(0, list.size()).forEach(i -> row.put(String.valueOf(i), open(list.get(i))));
        return row;
    }

    private static Map<String, Object> record(Record record) {
        var row = new LinkedHashMap<String, Object>();
        for (var component : record.getClass().getRecordComponents()) {
            try {
                row.put(component.getName(), open(RecordParts.read(component, record)));
            } catch (Error e) {
                throw e;
            } catch (Throwable e) {
                row.put(component.getName(), "(threw %s)".formatted(e.getClass().getName()));
            }
        }
        return row;
    }

    /// An optional value is a value that may be missing.
    private static Object open(Object value) {
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }
}
