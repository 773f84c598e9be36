package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.maven.CellJars;
import io.jforge.jupyter.magic.maven.Home;
import io.jforge.jupyter.magic.maven.MavenMagics;
import io.jforge.jupyter.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The table of the magics that any Java notebook has.
public final class CommonMagics {
    /// What a shell must expose so that these magics can run Java.
    public static final List<Class<?>> EXPOSED = List.of(Loops.class, Variables.class);

    private CommonMagics() {}

    /// @param history the cells that were run
    /// @param environment what processes that magics start begin with
    public static List<Magic> of(Shell shell, History history, Map<String, String> environment) {
        return of(shell, history, environment, Home.USUAL);
    }

    /// @param maven where Maven's settings and local repository are
    static List<Magic> of(Shell shell, History history, Map<String, String> environment, Home maven) {
        var jars = new CellJars(shell);
        var forChildren = new Environment(environment);
        List<Magic> magics = new ArrayList<>(MavenMagics.of(jars, maven));
        magics.addAll(RichMagic.ALL);
        magics.addAll(FolderMagic.ALL);
        magics.addAll(List.of(
                new TimeMagic(),
                new TimeitMagic(),
                new TimeoutMagic(shell),
                new ClasspathMagic(jars),
                new JarsMagic(jars),
                new LoadMagic(history),
                new SaveMagic(history),
                new HistoryMagic(history),
                new InspectMagic(shell),
                new WhoMagic(shell),
                new WhosMagic(shell),
                new ResetMagic(shell),
                new EnvMagic(forChildren),
                new ShMagic(shell, forChildren),
                new WriteFileMagic(),
                new PageMagic()));
        return magics;
    }
}
