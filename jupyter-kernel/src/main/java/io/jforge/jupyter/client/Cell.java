package io.jforge.jupyter.client;

import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/// One cell of a notebook.
public sealed interface Cell {

    /// Names the cell within its notebook.
    String id();

    String source();

    /// Everything that nbformat or anyone else keeps with the cell, known or not.
    ObjectNode metadata();

    Cell withId(String id);

    default boolean tagged(String tag) {
        return metadata()
                .path("tags")
                .valueStream()
                .anyMatch(each -> each.asString("").equals(tag));
    }

    /// Code with what its last execution left; the count is empty when it never ran.
    record Code(String id, String source, ObjectNode metadata, OptionalInt executionCount, List<Output> outputs)
            implements Cell {
        public Code {
            metadata = metadata.deepCopy();
            outputs = List.copyOf(outputs);
        }

        @Override
        public Code withId(String newId) {
            return new Code(newId, source, metadata, executionCount, outputs);
        }

        /// The same code as if it had never run: no count, outputs or timing.
        Code cleared() {
            var unexecuted = metadata.deepCopy();
            unexecuted.remove("execution");
            return new Code(id, source, unexecuted, OptionalInt.empty(), List.of());
        }
    }

    /// Prose; the attachments are images it refers to by `attachment:NAME`.
    record Markdown(String id, String source, ObjectNode metadata, ObjectNode attachments) implements Cell {
        public Markdown {
            metadata = metadata.deepCopy();
            attachments = attachments.deepCopy();
        }

        @Override
        public Markdown withId(String newId) {
            return new Markdown(newId, source, metadata, attachments);
        }
    }

    /// Text for some converter, neither rendered nor executed.
    record Raw(String id, String source, ObjectNode metadata, ObjectNode attachments) implements Cell {
        public Raw {
            metadata = metadata.deepCopy();
            attachments = attachments.deepCopy();
        }

        @Override
        public Raw withId(String newId) {
            return new Raw(newId, source, metadata, attachments);
        }
    }
}
