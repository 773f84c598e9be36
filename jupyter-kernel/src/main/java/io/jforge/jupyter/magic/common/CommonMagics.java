package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.maven.CellJars;
import io.jforge.jupyter.magic.maven.Home;
import io.jforge.jupyter.magic.maven.MavenMagics;
import io.jforge.jupyter.shell.Shell;
import java.util.ArrayList;
import java.util.List;

/// The table of the magics that any Java notebook has.
public final class CommonMagics {
    /// What a shell must expose so that these magics can run Java.
    public static final List<Class<?>> EXPOSED = List.of(Loops.class);

    private CommonMagics() {}

    public static List<Magic> of(Shell shell) {
        return of(shell, Home.USUAL);
    }

    /// @param home where Maven's settings and local repository are
    static List<Magic> of(Shell shell, Home home) {
        var jars = new CellJars(shell);
        List<Magic> magics = new ArrayList<>(MavenMagics.of(jars, home));
        magics.addAll(List.of(new TimeMagic(), new TimeitMagic(), new TimeoutMagic(shell::interrupt), new PageMagic()));
        return magics;
    }
}
