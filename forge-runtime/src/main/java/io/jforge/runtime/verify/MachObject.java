package io.jforge.runtime.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The undefined symbols of a Mach-O object, as the compiler's own `nm` lists them.
final class MachObject {
    private MachObject() {}

    static List<String> undefined(Path object) throws IOException {
        var process = new ProcessBuilder("nm", "-u", "-j", object.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var lines = process.inputReader()) {
            var names = lines.lines().map(MachObject::plain).toList();
            if (!process.waitFor(5, TimeUnit.SECONDS) || process.exitValue() != 0)
                throw new IOException("nm cannot read " + object.getFileName());
            return names;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted");
        } finally {
            process.destroy();
        }
    }

    /// Mach-O puts an underscore before every C name.
    private static String plain(String name) {
        return name.startsWith("_") ? name.substring(1) : name;
    }
}
