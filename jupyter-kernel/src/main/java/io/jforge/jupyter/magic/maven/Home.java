package io.jforge.jupyter.magic.maven;

import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.nio.file.Path;
import java.util.Optional;

/// Where a person keeps Maven's settings and local repository.
///
/// @param folder in place of `~/.m2`
public record Home(Optional<Path> folder) {
    /// The usual place.
    public static final Home USUAL = new Home(Optional.empty());

    void set(ContextOverrides.Builder overrides) {
        folder.ifPresent(overrides::withMavenUserHomeOverride);
    }

    /// Where jars lie unless the settings say otherwise.
    Path repository() {
        return folder.orElse(Path.of(System.getProperty("user.home"), ".m2")).resolve("repository");
    }
}
