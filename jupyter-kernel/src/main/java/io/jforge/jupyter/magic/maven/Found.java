package io.jforge.jupyter.magic.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What repositories have of what was wanted, and all that it needs.
///
/// @param libraries in the order in which they are needed
/// @param settled where several versions of one library were wanted, a line each
record Found(List<Library> libraries, List<String> settled) {
    Found {
        libraries = List.copyOf(libraries);
        settled = List.copyOf(settled);
    }

    /// One jar.
    ///
    /// @param neededBy the library that needs it, or nothing if it was asked for
    record Library(Coordinate coordinate, Path file, Optional<String> neededBy, Optional<Path> sources) {}
}
