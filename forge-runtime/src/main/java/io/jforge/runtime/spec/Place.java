package io.jforge.runtime.spec;

/// Where a token stands; line 0 means that the text is a single expression, whose errors name only the column.
record Place(int line, int column) {
    SpecException error(String message) {
        return line == 0
                ? new SpecException("column %d: %s".formatted(column, message))
                : new SourceException(line, column, message);
    }
}
