package io.jforge.jupyter.repl;

import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import java.util.concurrent.atomic.AtomicBoolean;

/// `%exit`: leaves the session when its cell has ended.
record ExitMagic(AtomicBoolean left) implements Magic {
    @Override
    public String name() {
        return "exit";
    }

    @Override
    public String help() {
        return "%exit: leaves, as Ctrl-D on an empty line does";
    }

    @Override
    public void run(MagicCall call) {
        left.set(true);
    }
}
