package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.magic.Magic;
import java.util.List;

/// The table of the magics that speak to Maven repositories.
public final class MavenMagics {
    private MavenMagics() {}

    /// @param jars what cells see
    public static List<Magic> of(CellJars jars, Home home) {
        var libraries = new Libraries(jars, home);
        return List.of(new MavenMagic(libraries), new MavenRepoMagic(libraries), new LoadFromPomMagic(libraries));
    }
}
