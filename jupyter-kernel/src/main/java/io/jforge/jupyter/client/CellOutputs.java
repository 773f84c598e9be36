package io.jforge.jupyter.client;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The outputs of one cell while it runs, as a notebook front end keeps them.
final class CellOutputs {
    private final List<Entry> entries = new ArrayList<>();
    private boolean clearBeforeNext;

    /// One output; printed text grows in place, and what has a display id can be replaced.
    private static final class Entry {
        private final String displayId;
        private final StringBuilder printed = new StringBuilder();
        private Output output;

        Entry(Output output, String displayId) {
            this.output = output;
            this.displayId = displayId;
        }

        Output now() {
            return output instanceof Output.Stream stream
                    ? new Output.Stream(stream.name(), printed.toString())
                    : output;
        }
    }

    /// @param displayId names the output for later updates; empty when it has no name
    void add(Output output, String displayId) {
        if (clearBeforeNext) {
            clear();
        }
        if (output instanceof Output.Stream stream) {
            print(stream);
        } else {
            entries.add(new Entry(output, displayId));
        }
    }

    private void print(Output.Stream stream) {
        boolean goesOn = !entries.isEmpty()
                && entries.getLast().output instanceof Output.Stream last
                && last.name().equals(stream.name());
        if (!goesOn) {
            entries.add(new Entry(stream, ""));
        }
        entries.getLast().printed.append(stream.text());
    }

    /// Replaces what every output of that display id shows; false when there is none.
    boolean update(String displayId, ObjectNode data, ObjectNode metadata) {
        List<Entry> named = entries.stream()
                .filter(entry -> entry.displayId.equals(displayId))
                .toList();
        for (Entry entry : named) {
            entry.output = entry.output instanceof Output.Result result
                    ? new Output.Result(result.executionCount(), data, metadata)
                    : new Output.Display(data, metadata);
        }
        return !named.isEmpty();
    }

    void clear() {
        entries.clear();
        clearBeforeNext = false;
    }

    /// Clears as soon as there is something else to show, so that nothing flickers.
    void clearBeforeNext() {
        clearBeforeNext = true;
    }

    List<Output> now() {
        return entries.stream().map(Entry::now).toList();
    }
}
