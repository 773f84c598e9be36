package io.jforge.jupyter.shell;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

        /// This one, led by what brought it about.
        CompileError after(CompileError earlier) {
            return new CompileError(Stream.concat(earlier.problems.stream(), problems.stream())
                    .distinct()
                    .toList());
        }

        /// Every problem with the cell's own line under it.
        public String text() {
            return problems.stream().map(Problem::text).collect(Collectors.joining("\n\n"));
        }
    }

    /// It threw an exception that nobody caught.
    ///
    /// @param suppressed what failed while this one was on its way, such as closing a resource
    record Thrown(
            String type, Optional<String> message, List<String> frames, Optional<Thrown> cause, List<Thrown> suppressed)
            implements CellResult {
        public Thrown {
            frames = List.copyOf(frames);
            suppressed = List.copyOf(suppressed);
        }

        /// One that stands alone.
        static Thrown plain(String type, String message, List<String> frames) {
            return new Thrown(type, Optional.ofNullable(message), frames, Optional.empty(), List.of());
        }

        public String headline() {
            return message.map(m -> type + ": " + m).orElse(type);
        }

        /// The trace as Java prints one, in terms of cells.
        public String text() {
            StringBuilder text = new StringBuilder(headline());
            frames.forEach(frame -> text.append(frame.startsWith("...") ? "\n    " : "\n    at ")
                    .append(frame));
            suppressed.forEach(
                    each -> text.append("\nSuppressed: ".concat(each.text()).replace("\n", "\n    ")));
            cause.ifPresent(each -> text.append("\nCaused by: ").append(each.text()));
            return text.toString();
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
