package io.jforge.jupyter.shell;

/// Whether a text could be run as it stands, and how the next line begins when not.
public record Completeness(State state, String indent) {
    private static final String STEP = "    ";

    /// The words of the protocol, in lower case.
    public enum State {
        COMPLETE,
        INCOMPLETE,
        INVALID
    }

    static final Completeness COMPLETE = new Completeness(State.COMPLETE, "");
    static final Completeness INVALID = new Completeness(State.INVALID, "");

    /// More lines are wanted; they begin as deep as the last one, or a step deeper where it opens a bracket.
    static Completeness incomplete(String code) {
        String last = code.stripTrailing();
        last = last.substring(last.lastIndexOf('\n') + 1);
        String indent = last.substring(0, last.length() - last.stripLeading().length());
        boolean opens = last.endsWith("{") || last.endsWith("(") || last.endsWith("[");
        return new Completeness(State.INCOMPLETE, opens ? indent + STEP : indent);
    }

    /// Judges by brackets, strings and comments alone: what is known before the compiler is there.
    static Completeness atFirstSight(String code) {
        return switch (new Brackets().scan(code)) {
            case BALANCED -> COMPLETE;
            case OPEN -> incomplete(code);
            case BROKEN -> INVALID;
        };
    }
}
