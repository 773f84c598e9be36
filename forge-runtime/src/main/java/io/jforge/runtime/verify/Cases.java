package io.jforge.runtime.verify;

import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.Distribution;
import io.jforge.runtime.spec.ExtraInput;
import io.jforge.runtime.spec.InputDecl;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What a candidate is tried on: the task's own shape, and small odd shapes with inputs of every kind.
final class Cases {
    /// Above 88.7, where exp is infinite in single precision.
    private static final double LARGE = 100;

    /// One run: the shape, and how every present input is filled.
    record Case(Task task, String inputs, long seed, List<Fill> fills) {
        String label() {
            return "%s %s, seed %x".formatted(task.label(), inputs, seed);
        }

        boolean isOf(Task other) {
            return task.symbols().equals(other.symbols());
        }
    }

    private final Task task;
    private final RandomGenerator random;

    Cases(Task task, RandomGenerator random) {
        this.task = task;
        this.random = random;
    }

    /// The task's own shape, normal inputs, a fresh seed.
    Case full() {
        return normal(task, random.nextLong());
    }

    static Case normal(Task task, long seed) {
        return of(task, "normal", Fill.normal(seed));
    }

    /// Every distribution, each on another small shape that the candidate admits; on the task's own shape
    /// where it admits no other small one.
    List<Case> small(Candidate candidate) {
        return every(
                () -> SmallShapes.compiled(task, candidate, random).orElse(task),
                () -> SmallShapes.wide(task, candidate, random).orElse(task));
    }

    /// Every distribution on the task's own shape.
    List<Case> everyFull() {
        return every(() -> task, () -> task);
    }

    /// Normal inputs, and others of every kind in a random order, on the task's own shape.
    List<Case> someFull(int count) {
        var others = everyFull();
        others.removeIf(each -> each.inputs().equals("normal"));
        Collections.shuffle(others, Random.from(random));
        var cases = new ArrayList<>(List.of(full()));
        while (cases.size() < count) cases.add(others.get((cases.size() - 1) % others.size()));
        return cases;
    }

    /// @param wide shapes for values that are far apart: in a row of one or two there is nothing that they could spoil
    private List<Case> every(Supplier<Task> shapes, Supplier<Task> wide) {
        var cases = new ArrayList<Case>();
        for (var kind : Fill.Kind.values())
            cases.add(of(shapes.get(), kind.name().toLowerCase(Locale.ROOT), fill(kind)));
        cases.add(of(wide.get(), "large", Fill.uniform(random.nextLong(), -LARGE, LARGE)));
        for (var extra : task.op().inputsExtra()) cases.add(extra(wide.get(), extra));
        return cases;
    }

    private Fill fill(Fill.Kind kind) {
        long seed = random.nextLong();
        return switch (kind) {
            case UNIFORM -> Fill.uniform(seed, -1, 1);
            case OUTLIER -> new Fill(kind, seed, 0, LARGE);
            case NORMAL, CONSTANT, ALTERNATING, TINY, DENORMAL -> Fill.of(kind, seed);
        };
    }

    static Case of(Task shape, String inputs, Fill fill) {
        var fills = new ArrayList<Fill>();
        for (var input : shape.inputs()) {
            if (!input.present()) continue;
            var declared = shape.op().input(input.name()).orElseThrow();
            long seed = fill.seed() + fills.size() * 0x5851F42D4C957F2DL;
            fills.add(bounded(shape, declared, new Fill(fill.kind(), seed, fill.low(), fill.high())));
        }
        return new Case(shape, inputs, fill.seed(), fills);
    }

    /// Keeps to the values that the op declares for this input.
    private static Fill bounded(Task shape, InputDecl input, Fill fill) {
        var range = shape.range(input.name());
        if (range.isPresent())
            return new Fill(
                    integerKind(fill),
                    fill.seed(),
                    range.get().lo(),
                    range.get().hi());
        return input.positive() || input.nonzero() ? Fill.uniform(fill.seed(), 0.5, 2) : fill;
    }

    private static Fill.Kind integerKind(Fill fill) {
        return fill.kind() == Fill.Kind.CONSTANT || fill.kind() == Fill.Kind.ALTERNATING
                ? fill.kind()
                : Fill.Kind.UNIFORM;
    }

    private Case extra(Task shape, ExtraInput extra) {
        var usual = of(shape, extra.name(), Fill.normal(random.nextLong()));
        var fills = new ArrayList<Fill>();
        var named = Map.copyOf(extra.inputs());
        int at = 0;
        for (var input : shape.inputs()) {
            if (!input.present()) continue;
            var fill = usual.fills().get(at++);
            fills.add(named.containsKey(input.name()) ? drawn(named.get(input.name()), fill.seed()) : fill);
        }
        return new Case(shape, extra.name(), usual.seed(), fills);
    }

    private static Fill drawn(Distribution distribution, long seed) {
        return switch (distribution) {
            case Distribution.Uniform(double lo, double hi) -> Fill.uniform(seed, lo, hi);
            case Distribution.Normal(double mean, double std) ->
                mean == 0 && std == 1 ? Fill.normal(seed) : Fill.uniform(seed, mean - 2 * std, mean + 2 * std);
            case Distribution.Constant(double value) -> Fill.uniform(seed, value, value);
        };
    }
}
