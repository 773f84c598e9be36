package io.jforge.runtime;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.verify.KnownOutputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Tries the verifier on a device: every output and source that is known to be wrong must be caught, by the check that
/// is
/// meant to, and every one that is right must pass.
public final class SelfTest {
    private static final Deadlines SHORT = new Deadlines(Duration.ofSeconds(2), Duration.ofSeconds(2));

    private static final String SMALL = "64x128";

    private final Forge forge;
    private final Target target;
    private final Function<Rig, KnownOutputs> outputs;
    private final Function<Rig, Evaluator> sources;

    SelfTest(Forge forge, Target target) {
        this(forge, target, Rig::knownOutputs, Rig::pipeline);
    }

    /// Of other parts than a run is made with.
    SelfTest(Forge forge, Target target, Function<Rig, KnownOutputs> outputs, Function<Rig, Evaluator> sources) {
        this.forge = forge;
        this.target = target;
        this.outputs = outputs;
        this.sources = sources;
    }

    /// What became of one output or source, and what had to.
    public record Finding(String device, String what, String expected, String got, boolean ok) {}

    /// Makes the test, on this thread.
    ///
    /// @param told what is tried next
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler for the device
    public List<Finding> run(Consumer<String> told) {
        var findings = new ArrayList<Finding>();
        try (var rig = rig("softmax", SMALL, told)) {
            findings.addAll(outputs(rig, told));
            for (var known : KnownSources.in(target.language())) {
                told.accept("%s: the source '%s'".formatted(target.id(), known.what()));
                findings.add(found(known, outcome(rig, known)));
            }
        }
        for (var other : others())
            try (var rig = rig(other.op(), other.shape(), told)) {
                findings.addAll(outputs(rig, told));
            }
        return findings;
    }

    private record Shape(String op, String shape) {}

    /// Sums of signed terms, and outputs so large that they are compared elsewhere than small ones.
    private List<Shape> others() {
        var large = target.kind().equals(Target.CPU) ? "16384x1024" : "2500x1000";
        return List.of(new Shape("matmul", "40x70x90"), new Shape("softmax", large));
    }

    private Rig rig(String op, String shape, Consumer<String> told) {
        told.accept("%s: making %s ready".formatted(target.id(), op));
        var entry = entry(op);
        var chosen = new Conditions.Chosen(Isolation.WORKER, Cache.COLD, SHORT);
        return forge.rig(Task.of(entry.op(), shape, "f32", target), entry, chosen, RunListener.NONE);
    }

    private Catalogue.Entry entry(String op) {
        return forge.catalogue().find(op);
    }

    private List<Finding> outputs(Rig rig, Consumer<String> told) {
        var task = rig.task().label();
        told.accept("%s: outputs of %s".formatted(target.id(), task));
        return rig.lock().holding(() -> outputs.apply(rig).tried(rig.pipeline()::compile)).stream()
                .map(tried -> new Finding(
                        target.id(),
                        "outputs of %s, %s".formatted(task, tried.what()),
                        tried.right() ? "right" : "wrong",
                        tried.wrong()
                                .map(why -> tried.right() ? "wrong: " + why : "wrong")
                                .orElse("right"),
                        tried.right() == tried.wrong().isEmpty()))
                .toList();
    }

    private Outcome outcome(Rig rig, KnownSources.Known known) {
        var candidate = new Candidate(known.source(), known.source().defaults());
        return sources.apply(rig).evaluate(candidate, Double.POSITIVE_INFINITY).outcome();
    }

    private Finding found(KnownSources.Known known, Outcome outcome) {
        boolean ok = known.isMetBy(outcome);
        var by = KnownSources.caughtBy(outcome);
        var got =
                ok && !by.isEmpty() ? outcome.label() + ": " + by : outcome.label() + (ok ? "" : ": " + first(outcome));
        return new Finding(target.id(), "the source '%s'".formatted(known.what()), known.expected(), got, ok);
    }

    private static String first(Outcome outcome) {
        return outcome.message().lines().findFirst().orElse("");
    }
}
