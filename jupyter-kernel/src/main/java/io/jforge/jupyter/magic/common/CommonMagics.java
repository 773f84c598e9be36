package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.shell.Shell;
import java.util.List;

/// The table of the magics that any Java notebook has.
public final class CommonMagics {
    /// What a shell must expose so that these magics can run Java.
    public static final List<Class<?>> EXPOSED = List.of(Loops.class);

    private CommonMagics() {}

    public static List<Magic> of(Shell shell) {
        return List.of(new TimeMagic(), new TimeitMagic(), new TimeoutMagic(shell::interrupt));
    }
}
