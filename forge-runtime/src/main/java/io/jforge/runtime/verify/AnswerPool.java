package io.jforge.runtime.verify;

import io.jforge.runtime.spec.Task;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A few full-shape cases of one run, each with its reference computed once and kept.
///
/// Their seeds are drawn when the run starts, so nobody who wrote a candidate knows them, and a candidate has no way to
/// pass on what it saw. Each trial takes one of them at random; a winner is confirmed on fresh ones.
final class AnswerPool implements AutoCloseable {
    private static final int SIZE = 3;
    private static final long MOST_BYTES = 1L << 30;

    record Known(Cases.Case input, Map<String, Reference.Answer> answers) {}

    private final Task task;
    private final Reference reference;
    private final RandomGenerator seeds;
    private final Arena arena = Arena.ofShared();
    private final List<Known> known = new ArrayList<>();
    private int last;

    AnswerPool(Task task, Reference reference, RandomGenerator seeds) {
        this.task = task;
        this.reference = reference;
        this.seeds = seeds;
    }

    /// Whether answers of this task are small enough to be kept.
    boolean isUseful() {
        return task.outputs().stream()
                                .mapToDouble(output -> 16.0 * output.numel())
                                .sum()
                        * SIZE
                < MOST_BYTES;
    }

    /// Never the same twice running: what a candidate kept of the run before does not help it in the next.
    Known any() {
        if (known.size() < SIZE) {
            known.add(compute(new Cases(task, seeds).full()));
            last = known.size() - 1;
        } else {
            last = (last + 1 + seeds.nextInt(SIZE - 1)) % SIZE;
        }
        return known.get(last);
    }

    /// The kept answers of a case that this pool gave out.
    Optional<Known> find(Cases.Case input) {
        return known.stream().filter(kept -> kept.input().equals(input)).findFirst();
    }

    private Known compute(Cases.Case input) {
        try (var passing = Arena.ofShared()) {
            var kept = new HashMap<String, Reference.Answer>();
            reference
                    .answers(task, input.fills(), seeds.nextLong(), passing)
                    .forEach((name, answer) -> kept.put(name, answer.copied(arena)));
            return new Known(input, kept);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
