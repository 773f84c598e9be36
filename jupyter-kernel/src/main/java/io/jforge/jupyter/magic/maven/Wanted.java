package io.jforge.jupyter.magic.maven;

import java.util.List;
import java.util.Optional;

/// What a cell asks of Maven repositories.
///
/// @param pom a project whose dependencies are wanted too
/// @param repositories further repositories, as `URL` or `ID=URL`
/// @param sources whether the libraries' sources are wanted too
record Wanted(
        List<Coordinate> libraries, Optional<String> pom, List<String> repositories, boolean offline, boolean sources) {
    Wanted {
        libraries = List.copyOf(libraries);
        repositories = List.copyOf(repositories);
    }
}
