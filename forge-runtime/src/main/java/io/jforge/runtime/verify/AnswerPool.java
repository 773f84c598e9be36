package io.jforge.runtime.verify;

import io.jforge.runtime.spec.Task;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A few full-shape cases of one run, each with its reference computed once and kept.
///
/// Their seeds are drawn in the run, so nobody who wrote a candidate knows them, and a candidate has no way
/// to pass on what it saw. Winners are confirmed on fresh ones.
final class AnswerPool implements AutoCloseable {
    record Known(Cases.Case input, Map<String, Reference.Answer> answers) {}

    private final Task task;
    private final Reference reference;
    private final RandomGenerator seeds;
    private final Arena arena = Arena.ofShared();
    private final Map<Integer, Known> known = new HashMap<>();

    AnswerPool(Task task, Reference reference, RandomGenerator seeds) {
        this.task = task;
        this.reference = reference;
        this.seeds = seeds;
    }

    Known get(int card) {
        return known.computeIfAbsent(card, _ -> compute(new Cases(task, seeds).full()));
    }

    /// The kept answers of a case that this pool gave out.
    Optional<Known> find(Cases.Case input) {
        return known.values().stream()
                .filter(kept -> kept.input().equals(input))
                .findFirst();
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
