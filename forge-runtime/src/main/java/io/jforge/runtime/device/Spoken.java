package io.jforge.runtime.device;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// What a worker says on standard error: read to its end so that it never waits, kept as far as a crash report goes.
final class Spoken {
    private static final int KEPT = 256 << 10;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    void hear(Process process) {
        try (var from = process.getErrorStream()) {
            var buffer = new byte[8192];
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer))
                kept.write(buffer, 0, Math.min(n, KEPT - kept.size()));
        } catch (IOException _) {
            return; // it was killed
        }
    }

    String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}
