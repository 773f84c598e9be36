package io.jforge.jupyter.shell;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// How a cell ended.
public sealed interface CellResult {

    /// It ran and its last line had a value, perhaps `null`.
    record Value(Object value) implements CellResult {}

    /// It ran and there is no value to show.
    record Nothing() implements CellResult {}

    /// Part of it is not valid Java; what stood before that part has run.
    record CompileError(List<Problem> problems) implements CellResult {
        public CompileError {
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a compile error needs at least one problem");
            }
            problems = List.copyOf(problems);
        }

        /// Every problem with the cell's own line under it.
        public String text() {
            return problems.stream().map(Problem::text).collect(Collectors.joining("\n\n"));
        }
    }

    /// It threw an exception that nobody caught.
    record Thrown(String type, Optional<String> message, List<String> frames, Optional<Thrown> cause)
            implements CellResult {
        public Thrown {
            frames = List.copyOf(frames);
        }

        public String headline() {
            return message.map(m -> type + ": " + m).orElse(type);
        }

        /// The trace as Java prints one, in terms of cells.
        public String text() {
            String own = headline() + frames.stream().map(f -> "\n    at " + f).collect(Collectors.joining());
            return cause.map(c -> own + "\nCaused by: " + c.text()).orElse(own);
        }
    }

    /// Somebody stopped it.
    ///
    /// @param leftRunning whether its thread did not heed the stop and was left behind
    record Interrupted(boolean leftRunning) implements CellResult {}

    /// What the compiler says about a place in a cell.
    ///
    /// @param line the cell's line, from 1
    /// @param column the line's character, from 1
    /// @param excerpt that line with carets under the place
    record Problem(String message, int line, int column, String excerpt) {
        public String text() {
            return "line %d: %s\n%s".formatted(line, message, excerpt);
        }
    }
}
