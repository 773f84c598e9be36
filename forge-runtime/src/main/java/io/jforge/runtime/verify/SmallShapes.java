package io.jforge.runtime.verify;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Draws small shapes, never the task's own: each runs in a moment, and few are a multiple of what a candidate works
/// in.
public final class SmallShapes {
    private static final long[] SIZES = {1, 2, 3, 5, 7, 16, 17, 31, 33, 64, 97, 128, 130, 257, 509, 1000};
    private static final long SMALL_ELEMENTS = 1 << 16;
    private static final double SMALL_FLOPS = 4e6;
    private static final int DRAWS = 400;
    private static final int SEVERAL = 8;

    private SmallShapes() {}

    /// The largest of several that the candidate admits, if need be with other defines than on its own task, as one may
    /// that is compiled anew; empty if none is found.
    public static Optional<Task> admitted(Task task, Candidate candidate, RandomGenerator random) {
        return greatest(
                Comparator.comparingLong(Task::totalBytes),
                () -> compiled(task, candidate, random).or(() -> drawn(task, candidate, random, _ -> true)));
    }

    /// Of several like [#compiled] the one whose least size is the largest; empty if none is found.
    static Optional<Task> wide(Task task, Candidate candidate, RandomGenerator random) {
        return greatest(
                Comparator.comparingLong(
                        shape -> Collections.min(shape.symbols().values())),
                () -> compiled(task, candidate, random));
    }

    /// The greatest of several.
    private static Optional<Task> greatest(Comparator<Task> order, Supplier<Optional<Task>> shapes) {
        return Stream.generate(shapes)
                .limit(SEVERAL)
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .max(order);
    }

    /// One that the candidate admits and that what was compiled for the task serves: its defines are the same.
    static Optional<Task> compiled(Task task, Candidate candidate, RandomGenerator random) {
        var compiled = candidate.plan(task).defines();
        return drawn(task, candidate, random, compiled::equals);
    }

    private static Optional<Task> drawn(
            Task task, Candidate candidate, RandomGenerator random, Predicate<Map<String, Long>> defines) {
        return drawn(
                random,
                task.symbols().keySet(),
                task::withSymbols,
                small -> !small.symbols().equals(task.symbols())
                        && LaunchPlan.admits(candidate.source(), small, candidate.assignment())
                        && defines.test(candidate.plan(small).defines()));
    }

    /// One drawn from those that the op allows and that fit; empty if some hundreds of draws find none.
    static Optional<Task> drawn(
            RandomGenerator random,
            Collection<String> symbols,
            Function<Map<String, Long>, Task> shape,
            Predicate<Task> fits) {
        for (int draw = 0; draw < DRAWS; draw++) {
            var sizes = new LinkedHashMap<String, Long>();
            for (var symbol : symbols) sizes.put(symbol, SIZES[random.nextInt(SIZES.length)]);
            try {
                var small = shape.apply(sizes);
                if (small.totalBytes() / 4 <= SMALL_ELEMENTS && small.flops() <= SMALL_FLOPS && fits.test(small))
                    return Optional.of(small);
            } catch (SpecException _) {
                continue; // the op's own `where` does not allow it
            }
        }
        return Optional.empty();
    }
}
