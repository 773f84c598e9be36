package io.jforge.runtime.verify;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Preset;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Symbol;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// The shapes that an op is linted on: a few small ones for each combination of dtypes, and the smallest preset.
final class LintShapes {
    private static final int SMALL = 3;
    private static final double MOST_BYTES = 256 << 20;
    private static final double MOST_FLOPS = 1e9;

    private final Op op;
    private final Target target;
    private final RandomGenerator random;

    LintShapes(Op op, Target target, RandomGenerator random) {
        this.op = op;
        this.target = target;
        this.random = random;
    }

    /// Shapes of one combination of dtypes; `preset` is there if it is one that can be tried in a moment.
    record Shapes(List<Task> small, Optional<Task> preset) {
        Task any() {
            return preset.orElseGet(small::getFirst);
        }

        List<Task> all() {
            var all = new ArrayList<>(small);
            preset.ifPresent(all::add);
            return all;
        }
    }

    /// One for each combination of dtypes that this target has tensors of.
    ///
    /// @param naive whose `require`s the small shapes should meet
    /// @throws SpecException if no shape is found for one of them
    List<Shapes> draw(Optional<Source> naive) {
        var smallest = smallestPreset();
        return op.dtypes().stream()
                .filter(this::isHere)
                .map(dtypes -> new Shapes(
                        small(dtypes, naive),
                        smallest.filter(preset -> preset.dtypes().equals(dtypes))))
                .peek(this::require)
                .toList();
    }

    private void require(Shapes shapes) {
        if (shapes.all().isEmpty())
            throw new SpecException("%s: no small shape was found that its 'where' allows: give it a small preset"
                    .formatted(op.name()));
    }

    /// The 8-bit floats are made and judged on a GPU alone.
    private boolean isHere(Map<String, DType> dtypes) {
        return target.kind().equals(Target.CUDA)
                || dtypes.values().stream().noneMatch(type -> type == DType.E4M3 || type == DType.E5M2);
    }

    private Optional<Task> smallestPreset() {
        return op.presets().values().stream()
                .filter(preset -> isHere(preset.dtypes()))
                .map(preset -> task(preset))
                .filter(task -> cost(task) <= 1)
                .min(Comparator.comparingDouble(LintShapes::cost));
    }

    private Task task(Preset preset) {
        return Task.of(op, preset.name(), null, target);
    }

    /// What it takes to compute the reference, in shares of what a person should wait for.
    private static double cost(Task task) {
        double units = task.op().reference().units().eval(task);
        double sampled = Math.min(1, task.op().reference().sample().orElse(Long.MAX_VALUE) / units);
        double scratch = task.op()
                .reference()
                .scratch()
                .map(doubles -> 8.0 * doubles.eval(task) * units)
                .orElse(0.0);
        double doubles = task.outputs().stream()
                .mapToDouble(output -> 16.0 * output.numel())
                .sum();
        return Math.max((task.totalBytes() + doubles + scratch) / MOST_BYTES, task.flops() * sampled / MOST_FLOPS);
    }

    /// Where every size is above 1 and naive admits it, as far as there are such shapes.
    private List<Task> small(Map<String, DType> dtypes, Optional<Source> naive) {
        Predicate<Task> varied = task -> task.symbols().values().stream().allMatch(size -> size > 1);
        Predicate<Task> admitted = task -> naive.isEmpty()
                || LaunchPlan.admits(naive.get(), task, naive.get().defaults());
        for (var fits : List.of(varied.and(admitted), varied, (Predicate<Task>) _ -> true)) {
            var drawn = new ArrayList<Task>();
            for (int i = 0; i < SMALL; i++) small(dtypes, fits).ifPresent(drawn::add);
            if (!drawn.isEmpty()) return drawn;
        }
        return List.of();
    }

    private Optional<Task> small(Map<String, DType> dtypes, Predicate<Task> fits) {
        var symbols = op.symbols().stream().map(Symbol::name).toList();
        var present = Set.copyOf(op.usualInputs());
        return SmallShapes.drawn(
                random, symbols, sizes -> new Task(op, sizes, dtypes, Map.of(), target, Map.of(), present), fits);
    }
}
