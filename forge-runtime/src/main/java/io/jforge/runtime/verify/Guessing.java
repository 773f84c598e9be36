package io.jforge.runtime.verify;

import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Tries every [Guess] on a shape, by the comparison that candidates are judged with.
final class Guessing {
    private static final byte NOT_POISONED = 0;
    private static final long NOT_COMPUTED = -1;

    private final Reference reference;
    private final RandomGenerator seeds;

    Guessing(Reference reference, RandomGenerator seeds) {
        this.reference = reference;
        this.seeds = seeds;
    }

    /// What can be said against the op on this shape, with inputs that are normal.
    ///
    /// @throws SpecException if the reference fails, or leaves something out
    Set<String> complaints(Task shape) {
        long sample = seeds.nextLong();
        try (var arena = Arena.ofShared()) {
            var here = answers(shape, sample, arena);
            var elsewhere = answers(shape, sample, arena);
            var outputs = new Outputs(shape, here, arena);
            var complaints = new LinkedHashSet<String>();
            for (var rule : new Yardstick(shape).rules()) {
                var name = rule.output().name();
                var right = new Guess.Right(
                        here.get(name).values(),
                        elsewhere.get(name).values(),
                        rule.output().dtype(),
                        rule.output().numel(),
                        rule.groupSize());
                if (!here.get(name).sampled()) requireWritten(shape, name, right);
                if (LongStream.range(0, right.elements()).allMatch(i -> Double.isNaN(right.at(i))))
                    complaints.add(name + " is NaN everywhere");
                else
                    Guess.ALL.stream()
                            .filter(guess -> outputs.pass(guess, name, right))
                            .forEach(guess -> complaints.add(name + " " + guess.complaint()));
            }
            return complaints;
        }
    }

    private Map<String, Reference.Answer> answers(Task shape, long sample, Arena arena) {
        var input = Cases.normal(shape, seeds.nextLong());
        try (var passing = Arena.ofShared()) {
            return reference.answers(shape, input.fills(), sample, passing).entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, answer -> answer.getValue().copied(arena)));
        } catch (DeviceException failed) {
            throw new SpecException(failed.getMessage());
        }
    }

    /// A reference that leaves elements out would let anything pass there.
    private static void requireWritten(Task shape, String name, Guess.Right right) {
        LongStream.range(0, right.elements())
                .filter(i -> right.here().getAtIndex(ValueLayout.JAVA_LONG, i) == NOT_COMPUTED)
                .findFirst()
                .ifPresent(i -> {
                    throw new SpecException(
                            "reference.c does not write element %d of %s, as at %s".formatted(i, name, shape.label()));
                });
    }

    /// All outputs of a shape as a candidate would leave them, right but for one.
    private static final class Outputs {
        private final Task shape;
        private final Map<String, Reference.Answer> answers;
        private final MemorySegment exact;
        private final MemorySegment guessed;

        Outputs(Task shape, Map<String, Reference.Answer> answers, Arena arena) {
            this.shape = shape;
            this.answers = answers;
            exact = arena.allocate(HostJudge.bytes(shape), 64);
            for (var output : shape.outputs()) {
                var values = answers.get(output.name()).values();
                var right = new Guess.Right(values, values, output.dtype(), output.numel(), output.numel());
                right.write(right::at, part(exact, output.name()));
            }
            guessed = arena.allocate(exact.byteSize(), 64);
        }

        boolean pass(Guess guess, String name, Guess.Right right) {
            guessed.copyFrom(exact);
            right.write(guess.values().of(right), part(guessed, name));
            boolean says = !guess.spoils() || guessed.mismatch(exact) >= 0;
            return says
                    && HostJudge.compare(shape, guessed, answers, NOT_POISONED)
                            .wrong()
                            .isEmpty();
        }

        private MemorySegment part(MemorySegment all, String name) {
            var before = shape.outputs().stream()
                    .takeWhile(output -> !output.name().equals(name))
                    .toList();
            long from = before.stream().mapToLong(output -> output.bytes()).sum();
            return all.asSlice(from, shape.outputs().get(before.size()).bytes());
        }
    }
}
