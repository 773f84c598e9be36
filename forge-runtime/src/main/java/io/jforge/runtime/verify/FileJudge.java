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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;

/// Compares outputs that lie in a file with the reference: a baseline whose expression computes something else must not
/// be compared with.
final class FileJudge implements AutoCloseable {
    private static final byte NOT_POISONED = 0;

    private final Task task;
    private final Reference reference;
    private final RandomGenerator seeds;
    private Optional<Answered> answered = Optional.empty();

    FileJudge(Task task, Reference reference, RandomGenerator seeds) {
        this.task = task;
        this.reference = reference;
        this.seeds = seeds;
    }

    /// Where the outputs are furthest from what these inputs give, if that is too far.
    Optional<String> wrong(Path outputs, List<Fill> inputs) {
        try (var arena = Arena.ofShared()) {
            return HostJudge.compare(task, read(outputs, arena), answers(inputs), NOT_POISONED)
                    .wrong();
        } catch (ClosedByInterruptException _) {
            throw new CancellationException("interrupted");
        } catch (IOException unreadable) {
            throw new DeviceException("cannot read a baseline's outputs: " + unreadable.getMessage(), unreadable);
        }
    }

    /// Computed once for the baselines that are given the same inputs.
    private Map<String, Reference.Answer> answers(List<Fill> inputs) {
        if (answered.isPresent() && answered.get().inputs.equals(inputs)) return answered.get().answers;
        close();
        var fresh = new Answered(inputs);
        answered = Optional.of(fresh);
        try (var arena = Arena.ofShared()) {
            reference
                    .answers(task, inputs, seeds.nextLong(), arena)
                    .forEach((name, answer) -> fresh.answers.put(name, answer.copied(fresh.arena)));
        }
        return fresh.answers;
    }

    private static final class Answered {
        private final List<Fill> inputs;
        private final Arena arena = Arena.ofShared();
        private final Map<String, Reference.Answer> answers = new HashMap<>();

        Answered(List<Fill> inputs) {
            this.inputs = List.copyOf(inputs);
        }
    }

    @Override
    public void close() {
        answered.ifPresent(it -> it.arena.close());
        answered = Optional.empty();
    }

    private MemorySegment read(Path outputs, Arena arena) throws IOException {
        try (var channel = FileChannel.open(outputs, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, HostJudge.bytes(task), arena);
        }
    }
}
