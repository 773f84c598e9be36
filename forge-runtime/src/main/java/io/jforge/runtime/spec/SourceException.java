package io.jforge.runtime.spec;

/// A mistake in the text of a Source, with the line and column (both from 1) at which it shows.
public final class SourceException extends SpecException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    SourceException(int line, int column, String message) {
        super("line %d, column %d: %s".formatted(line, column, message));
        this.line = line;
        this.column = column;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
