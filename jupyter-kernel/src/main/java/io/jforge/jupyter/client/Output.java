package io.jforge.jupyter.client;

import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/// One output of a code cell.
public sealed interface Output {

    /// What a person reads of it where only text can be shown; empty when it has no text.
    String text();

    /// Text that was printed, `name` being `stdout` or `stderr`.
    record Stream(String name, String text) implements Output {}

    /// Something shown: one value in several MIME types.
    record Display(ObjectNode data, ObjectNode metadata) implements Output {
        public Display {
            data = data.deepCopy();
            metadata = metadata.deepCopy();
        }

        @Override
        public String text() {
            return data.path("text/plain").asString("");
        }
    }

    /// The value of the cell, in several MIME types.
    record Result(OptionalInt executionCount, ObjectNode data, ObjectNode metadata) implements Output {
        public Result {
            data = data.deepCopy();
            metadata = metadata.deepCopy();
        }

        @Override
        public String text() {
            return data.path("text/plain").asString("");
        }
    }

    /// The error that ended the cell; the traceback's lines may hold ANSI colours.
    record Failure(String name, String value, List<String> traceback) implements Output {
        public Failure {
            traceback = List.copyOf(traceback);
        }

        @Override
        public String text() {
            return traceback.isEmpty() ? name + ": " + value : String.join("\n", traceback);
        }
    }
}
