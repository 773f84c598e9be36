package io.jforge.runtime.compile;

import java.nio.file.Path;

/// Compiles text of our own (what a worker keeps loaded, a reference's driver) to what a worker loads.
@FunctionalInterface
public interface OwnCode {
    /// What a worker loads.
    ///
    /// @param name of the text, for messages and the file
    /// @throws IllegalStateException with the compiler's words if it does not compile
    Path compile(String name, String text);
}
