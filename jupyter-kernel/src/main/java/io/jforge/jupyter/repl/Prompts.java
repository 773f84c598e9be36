package io.jforge.jupyter.repl;

/// What stands before a cell's lines.
final class Prompts {
    private static final String FURTHER = "...> ";

    private Prompts() {}

    static String first(int number) {
        return "java[%d]> ".formatted(number);
    }

    /// As wide as the first one, so that the lines of a cell stand under one another.
    static String further(String first) {
        return " ".repeat(Math.max(0, first.length() - FURTHER.length())) + FURTHER;
    }
}
