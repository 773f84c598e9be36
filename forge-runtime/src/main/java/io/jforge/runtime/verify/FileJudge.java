package io.jforge.runtime.verify;

import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.Task;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;

/// Compares outputs that lie in a file with the reference: a baseline whose expression computes something else must not
/// be compared with.
final class FileJudge {
    private static final byte NOT_POISONED = 0;

    private final Task task;
    private final Reference reference;
    private final RandomGenerator seeds;

    FileJudge(Task task, Reference reference, RandomGenerator seeds) {
        this.task = task;
        this.reference = reference;
        this.seeds = seeds;
    }

    /// Where the outputs are furthest from what these inputs give, if that is too far.
    Optional<String> wrong(Path outputs, List<Fill> inputs) {
        try (var arena = Arena.ofShared()) {
            var answers = reference.answers(task, inputs, seeds.nextLong(), arena);
            return HostJudge.compare(task, read(outputs, arena), answers, NOT_POISONED)
                    .wrong();
        } catch (ClosedByInterruptException _) {
            throw new CancellationException("interrupted");
        } catch (IOException unreadable) {
            throw new DeviceException("cannot read a baseline's outputs: " + unreadable.getMessage(), unreadable);
        }
    }

    private MemorySegment read(Path outputs, Arena arena) throws IOException {
        try (var channel = FileChannel.open(outputs, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, HostJudge.bytes(task), arena);
        }
    }
}
