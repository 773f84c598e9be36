package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.trial.Step;

/// The lint of binaries, for tests elsewhere.
public final class Lints {
    private Lints() {}

    public static Step<Binary> check(Binary binary) {
        return Lint.check(binary);
    }
}
