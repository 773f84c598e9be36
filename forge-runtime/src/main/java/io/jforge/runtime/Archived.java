package io.jforge.runtime;

import java.util.List;

/// A run as a file's bytes.
///
/// @param notes what the file lacks, a sentence each
public record Archived(byte[] bytes, List<String> notes) {
    public Archived {
        notes = List.copyOf(notes);
    }
}
