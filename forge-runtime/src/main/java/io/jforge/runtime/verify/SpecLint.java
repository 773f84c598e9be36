package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Compiler;
import io.jforge.runtime.compile.OwnCode;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Refuses an op whose right answers cannot be told from guesses, or whose reference is not to be trusted: nothing that
/// is verified against such an op would be proved.
///
/// A shape may be a special case (a softmax of one column is 1), so a guess counts against an op where it passes on
/// every small shape, or on a preset with one set of inputs as with another.
public final class SpecLint {
    private static final Duration REFERENCE = Duration.ofSeconds(10);
    private static final int DRAWS = 3;
    private final Op op;
    private final Optional<Source> naive;
    private final RandomGenerator seeds;
    private final List<LintShapes.Shapes> shapes;

    /// @param naive the source in this target's language, if there is one
    /// @throws SpecException if the op asks for what cannot be judged, or no shape of it can be tried here
    public SpecLint(Op op, Optional<Source> naive, Target target, RandomGenerator seeds) {
        this.op = op;
        this.naive = naive;
        this.seeds = seeds;
        requireJudged();
        naive.ifPresent(source -> named(Agreement.file(source), () -> source.check(op)));
        this.shapes = new LintShapes(op, target, seeds).draw(naive);
    }

    /// What it takes to run a reference and a candidate on one device.
    public record Means(Compiler compiler, OwnCode own, Fence worker, Fence judge) {}

    /// What an op was found good on: how many shapes, of which dtypes, which of them a preset.
    ///
    /// @param naive whether the naive source ran and agreed
    public record Found(int shapes, List<String> dtypes, Optional<String> preset, boolean naive) {}

    /// A task of this op that this target can run; empty if it has no tensors of any of the op's dtypes.
    public Optional<Task> task() {
        return shapes.stream().map(LintShapes.Shapes::any).findFirst();
    }

    /// Computes the reference, tries every [Guess] on it, and runs the naive source against it.
    ///
    /// @throws SpecException saying what is wrong with the op
    public Found check(String reference, Means means) {
        boolean ran = false;
        for (var each : shapes) ran |= check(each, compiled(each.any(), reference, means), means);
        if (naive.isPresent() && !ran)
            throw new SpecException("%s takes none of the shapes that were tried: see its 'require' lines"
                    .formatted(Agreement.file(naive.get())));
        return new Found(
                shapes.stream().mapToInt(each -> each.all().size()).sum(),
                shapes.stream().map(each -> each.any().dtypeLabel()).toList(),
                shapes.stream()
                        .flatMap(each -> each.preset().stream())
                        .map(Task::shape)
                        .findFirst(),
                ran);
    }

    private static Reference compiled(Task task, String reference, Means means) {
        try {
            return Reference.of(task, reference, means.own(), means.judge(), REFERENCE);
        } catch (IllegalStateException refused) {
            throw new SpecException(refused.getMessage());
        }
    }

    /// Whether the naive source took one of these shapes.
    private boolean check(LintShapes.Shapes each, Reference reference, Means means) {
        try {
            guess(each, new Guessing(reference, seeds));
            var agreement = new Agreement(reference, means, seeds);
            long agreed = naive.map(source -> each.all().stream()
                            .filter(shape -> agreement.isReached(source, shape))
                            .count())
                    .orElse(0L);
            return agreed > 0;
        } finally {
            reference.leave();
        }
    }

    private static void guess(LintShapes.Shapes each, Guessing guessing) {
        var always = each.small().stream().map(guessing::complaints).reduce(SpecLint::both);
        always.ifPresent(complaints -> refuse(complaints, each.small().getFirst()));
        each.preset().ifPresent(preset -> refuse(onAnyInputs(guessing, preset), preset));
    }

    /// A guess may be lucky on some inputs, such as those whose sum is near zero.
    private static Set<String> onAnyInputs(Guessing guessing, Task preset) {
        var complaints = guessing.complaints(preset);
        for (int draw = 1; draw < DRAWS && !complaints.isEmpty(); draw++)
            complaints = both(complaints, guessing.complaints(preset));
        return complaints;
    }

    private static Set<String> both(Set<String> one, Set<String> other) {
        var both = new LinkedHashSet<>(one);
        both.retainAll(other);
        return both;
    }

    private static void refuse(Set<String> complaints, Task at) {
        complaints.stream().findFirst().ifPresent(complaint -> {
            throw new SpecException("%s, as at %s".formatted(complaint, at.label()));
        });
    }

    private static void named(String file, Runnable check) {
        try {
            check.run();
        } catch (SpecException wrong) {
            throw new SpecException(file + ": " + wrong.getMessage());
        }
    }

    /// What an op may declare and this JForge cannot judge yet, or would judge on nothing but zeros.
    private void requireJudged() {
        for (var output : op.outputs()) {
            var asked = new ArrayList<String>();
            if (output.witness()) asked.add("witness");
            if (output.coins().isPresent()) asked.add("coins");
            if (output.inplace().isPresent()) asked.add("inplace");
            if (!asked.isEmpty())
                throw new SpecException(
                        "outputs.%s: '%s' is not judged yet: declare it without, or leave the op to later"
                                .formatted(output.name(), asked.getFirst()));
        }
        for (var input : op.inputs())
            if (input.range().isEmpty() && mayBeWhole(input.dtype()))
                throw new SpecException(
                        "inputs.%s: whole numbers need a range, as in [0, 9]: without one they are all 0"
                                .formatted(input.name()));
    }

    private boolean mayBeWhole(String type) {
        return op.dtypes().stream()
                .map(types -> types.containsKey(type) ? types.get(type) : DType.of(type))
                .anyMatch(dtype -> !dtype.isFloat());
    }
}
