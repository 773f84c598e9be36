package io.jforge.runtime.device;

import java.util.List;

/// A sandbox, and what a worker sees in it.
record Confinement(Sandbox sandbox, View view) {
    List<String> around(String libraryPath, List<String> command) {
        return sandbox.around(view, libraryPath, command);
    }
}
