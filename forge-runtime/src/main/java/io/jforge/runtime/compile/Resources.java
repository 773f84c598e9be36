package io.jforge.runtime.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Text files that come with JForge, on its class path.
public final class Resources {
    private Resources() {}

    /// The text of a resource such as `/prelude/forge.h`.
    ///
    /// @throws IllegalStateException if this JForge was built without it
    public static String text(String name) {
        try (var in = Resources.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("resource " + name + " is missing from this build");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read resource " + name, unreadable);
        }
    }

    static Path copy(String name, Path to) {
        try {
            return Files.exists(to) ? to : Files.writeString(to, text(name));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write " + to, failed);
        }
    }
}
