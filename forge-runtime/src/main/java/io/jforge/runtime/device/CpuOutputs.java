package io.jforge.runtime.device;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Outputs on their way from a worker to what judges them: by a file, of which a handle names an output's
/// place.
final class CpuOutputs {
    /// Copies the outputs into a file, one after another.
    static void capture(CpuMemory memory, Path file) throws IOException {
        long bytes =
                memory.outputs().stream().mapToLong(MemorySegment::byteSize).sum();
        try (var arena = Arena.ofConfined();
                var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var to = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            long at = 0;
            for (var output : memory.outputs()) {
                MemorySegment.copy(output, 0, to, at, output.byteSize());
                at += output.byteSize();
            }
        }
    }

    /// The handle of an output that lies in a file from a place on.
    static byte[] handle(Path file, long at) {
        var path = file.toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + path.length)
                .putLong(at)
                .put(path)
                .array();
    }

    /// Compares what another process captured with the references in this memory.
    static List<Verdict> compare(List<Judged> outputs, CpuMemory references) throws IOException {
        var verdicts = new ArrayList<Verdict>();
        for (var judged : outputs) {
            try (var arena = Arena.ofShared()) {
                var magnitudes =
                        judged.magnitudes().isEmpty() ? MemorySegment.NULL : references.body(judged.magnitudes());
                verdicts.add(
                        new Comparison(judged, read(judged, arena), references.body(judged.reference()), magnitudes)
                                .worst());
            }
        }
        return verdicts;
    }

    private static MemorySegment read(Judged judged, Arena arena) throws IOException {
        var handle = ByteBuffer.wrap(judged.handle());
        long at = handle.getLong();
        var file = Path.of(StandardCharsets.UTF_8.decode(handle).toString());
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(
                    FileChannel.MapMode.READ_ONLY,
                    at,
                    judged.elements() * judged.dtype().bytes(),
                    arena);
        }
    }
}
