package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Runs a candidate against the reference, on small odd shapes with inputs of every kind and then at full
/// shape.
public final class Verifier {
    /// Input sets of the full shape: timing rotates through them, so verification uses the same memory.
    public static final int SETS = 3;

    private static final byte NAN_POISON = (byte) 0xFF;
    private static final byte OTHER_POISON = (byte) 0xA5;

    private final Task task;
    private final Fence worker;
    private final Reference reference;
    private final RandomGenerator seeds;
    private final Duration deadline;

    /// @param seeds fresh seeds; what it draws must not be known to whoever wrote the candidate
    /// @param deadline for one run of the candidate at full shape
    public Verifier(Task task, Fence worker, Reference reference, RandomGenerator seeds, Duration deadline) {
        this.task = task;
        this.worker = worker;
        this.reference = reference;
        this.seeds = seeds;
        this.deadline = deadline;
    }

    /// Lints, loads under `module`, and runs every case; a wrong answer, a crash or a hang stops it here.
    public Step<Verified> verify(Candidate candidate, Binary binary, int module) {
        return Lint.check(binary)
                .then(linted -> worker.within("verify", () -> load(linted, module))
                        .then(_ -> {
                            var cases = new ArrayList<>(new Cases(task, seeds).small(candidate));
                            cases.add(new Cases(task, seeds).full());
                            return runAll(candidate, module, cases)
                                    .then(evidence ->
                                            Step.passed(new Verified(linted, call(candidate, task, module), evidence)));
                        }));
    }

    /// Runs it once more at full shape with a fresh seed, at the addresses where it was timed.
    public Step<Evidence> again(Candidate candidate, int module) {
        return runAll(candidate, module, List.of(new Cases(task, seeds).full()));
    }

    /// The buffers of a shape, as a worker lays them out.
    public static List<BufferSpec> layout(Task shape) {
        var buffers = new ArrayList<BufferSpec>();
        for (var input : shape.inputs())
            if (input.present()) buffers.add(BufferSpec.input(input.name(), input.dtype(), input.extent()));
        for (var output : shape.outputs())
            buffers.add(BufferSpec.output(output.name(), output.dtype(), output.extent()));
        return buffers;
    }

    /// Normal inputs from fresh seeds, for the sets that timing rotates through.
    public List<Fill> freshFills() {
        return new Cases(task, seeds).full().fills();
    }

    private Step<Boolean> load(Binary binary, int module) {
        worker.unload(module);
        worker.load(module, binary.library());
        return Step.passed(true);
    }

    private Step<Evidence> runAll(Candidate candidate, int module, List<Cases.Case> cases) {
        Step<Evidence> all = Step.passed(Evidence.none());
        byte poison = NAN_POISON;
        for (var each : cases) {
            byte pattern = poison;
            all = all.then(sofar -> run(candidate, module, each, pattern).then(more -> Step.passed(sofar.and(more))));
            poison = each.task() == task || poison == OTHER_POISON ? NAN_POISON : OTHER_POISON;
        }
        return all;
    }

    private Step<Evidence> run(Candidate candidate, int module, Cases.Case each, byte poison) {
        try {
            var call = call(candidate, each.task(), module);
            return worker.within("verify", () -> {
                        worker.use(layout(each.task()), sets(each));
                        worker.fill(0, each.fills());
                        return worker.run(call, 0, poison, deadline);
                    })
                    .then(ran -> untouched(ran, each))
                    .then(_ -> compare(each, poison));
        } catch (SpecException unfit) {
            return Step.stopped(new Outcome.Forbidden("plan", unfit.getMessage()));
        }
    }

    private int sets(Cases.Case each) {
        return each.task().symbols().equals(task.symbols()) ? SETS : 1;
    }

    private static Step<Boolean> untouched(Fence.Ran ran, Cases.Case each) {
        if (!ran.brokenGuards().isEmpty())
            return Step.stopped(new Outcome.Wrong(
                    "guard zone", "wrote outside of " + String.join(", ", ran.brokenGuards()) + " at " + each.label()));
        if (!ran.changedInputs().isEmpty())
            return Step.stopped(new Outcome.Wrong(
                    "input hash",
                    "changed its input " + String.join(", ", ran.changedInputs()) + " at " + each.label()));
        return Step.passed(true);
    }

    private Step<Evidence> compare(Cases.Case each, byte poison) {
        var shape = each.task();
        try (var arena = Arena.ofShared()) {
            var answers = reference.answers(shape, each.fills(), seeds.nextLong(), arena);
            long bytes = shape.outputs().stream()
                    .mapToLong(output -> output.extent() * output.dtype().bytes())
                    .sum();
            var got = worker.outputs(bytes, arena);
            var worst = Comparison.Worst.NONE;
            long at = 0;
            for (int i = 0; i < shape.outputs().size(); i++) {
                var output = shape.outputs().get(i);
                var declared = shape.op().outputs().get(i);
                var bound = ErrorBound.of(shape, output.dtype());
                var part = got.asSlice(at, output.bytes());
                worst = worst.or(
                        new Comparison(output, declared, bound, part, answers.get(output.name()), poison).worst());
                at += output.bytes();
            }
            var share = worst.share();
            return worst.wrong()
                    .<Step<Evidence>>map(
                            where -> Step.stopped(new Outcome.Wrong("reference", where + " at " + each.label())))
                    .orElseGet(() -> Step.passed(new Evidence(List.of(each.label()), share)));
        }
    }

    /// The launches of the candidate on a shape, with its scratch.
    public static Call call(Candidate candidate, Task shape, int module) {
        LaunchPlan plan = candidate.plan(shape);
        var scratch = plan.scratch().stream()
                .map(buffer -> BufferSpec.scratch(buffer.name(), buffer.dtype(), buffer.elements(), buffer.zero()))
                .toList();
        return new Call(module, scratch, plan.launches());
    }
}
