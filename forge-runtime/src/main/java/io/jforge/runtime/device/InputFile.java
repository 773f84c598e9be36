package io.jforge.runtime.device;

import io.jforge.runtime.trial.DiskFull;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/// One set of inputs in a file, for a process that makes none of its own: the very bytes that a worker's memory holds.
public final class InputFile {
    private static final long ALIGNMENT = 256;

    private InputFile() {}

    /// Where an input lies in the file.
    public record Part(String name, long offset, long bytes) {}

    /// Writes the inputs one after another, each aligned.
    ///
    /// @throws IOException if there is no room for them
    /// @throws CancellationException if this thread is interrupted
    public static List<Part> write(Path file, List<BufferSpec> inputs, List<Fill> fills) throws IOException {
        var parts = new ArrayList<Part>();
        long size = 0;
        for (var input : inputs) {
            parts.add(new Part(input.name(), size, input.bytes()));
            size += (input.bytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
        // a page of a mapped file that finds no room would end the JVM
        if (DiskFull.room(file) < size) throw new IOException("No space left on device");
        try (var arena = Arena.ofShared();
                var channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var whole = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
            for (int i = 0; i < inputs.size(); i++) {
                var part = whole.asSlice(parts.get(i).offset(), parts.get(i).bytes());
                Filler.fill(part, inputs.get(i).dtype(), inputs.get(i).elements(), fills.get(i));
            }
        } catch (ClosedByInterruptException _) {
            throw new CancellationException("interrupted");
        }
        return parts;
    }
}
