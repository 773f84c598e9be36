package io.jforge.jupyter.magic;

import io.jforge.jupyter.magic.CellRunner.Ending;

/// A magic that runs Java of the cell it stands in.
///
/// It works on the thread that waits for cells, never on theirs, which the Java it runs needs.
public interface JavaMagic extends Magic {
    /// Does it, and says how its cell goes on from there.
    ///
    /// @throws MagicException when it cannot be done, with a message for the reader
    Ending run(MagicCall call, CellPlace place) throws InterruptedException;

    @Override
    default void run(MagicCall call) {
        throw new MagicException("%%%s runs Java, so it needs a cell to stand in".formatted(name()));
    }
}
