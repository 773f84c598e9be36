package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Runs a candidate against the reference, on small odd shapes with inputs of every kind and then at full
/// shape.
public final class Verifier implements AutoCloseable {
    /// Input sets of the full shape: timing rotates through them, so verification uses the same memory.
    public static final int SETS = 3;

    private static final byte NAN_POISON = (byte) 0xFF;
    private static final byte OTHER_POISON = (byte) 0xA5;

    private final Task task;
    private final Fence worker;
    private final RandomGenerator seeds;
    private final Duration deadline;
    private final Judge judge;
    private final FileJudge files;
    private final List<List<Fill>> timingSets = new ArrayList<>(Collections.nCopies(SETS, List.of()));
    private int filledFor;
    private Cases.Case last;
    private Duration longest = Duration.ZERO;

    /// @param seeds fresh seeds; what it draws must not be known to whoever wrote the candidate
    /// @param deadline for one run of the candidate at full shape
    public Verifier(Task task, Fence worker, Reference reference, RandomGenerator seeds, Duration deadline) {
        this.task = task;
        this.worker = worker;
        this.seeds = seeds;
        this.deadline = deadline;
        this.judge = task.target().kind().equals(Target.CUDA)
                ? new DeviceJudge(task, worker, reference, seeds)
                : new HostJudge(task, worker, reference, seeds);
        this.files = new FileJudge(task, reference, seeds);
    }

    /// Lints, loads under `module`, and runs every case; a wrong answer, a crash or a hang stops it here.
    public Step<Verified> verify(Candidate candidate, Binary binary, int module) {
        return Lint.check(binary)
                .then(linted -> worker.within("verify", () -> load(linted, module))
                        .then(_ -> runAll(candidate, module, new Cases(task, seeds).small(candidate)))
                        .then(small -> full(candidate, module).then(more -> Step.passed(small.and(more))))
                        .then(evidence -> Step.passed(new Verified(linted, call(candidate, task, module), evidence))));
    }

    /// Runs it once more at full shape with another seed, at the addresses where it was timed.
    public Step<Evidence> again(Candidate candidate, int module) {
        return full(candidate, module);
    }

    /// Runs it on the inputs of the task's own shape that were used last, which is what one that is timed with a warm
    /// cache has seen each time: one that skips work that it knows has no answer here.
    public Step<Evidence> repeated(Candidate candidate, int module) {
        return last == null ? Step.passed(Evidence.none()) : runAll(candidate, module, List.of(last));
    }

    /// Runs it at full shape with `count` seeds that no trial has seen.
    public Step<Evidence> afresh(Candidate candidate, int module, int count) {
        return runAll(
                candidate,
                module,
                Stream.generate(() -> new Cases(task, seeds).full())
                        .limit(count)
                        .toList());
    }

    private Step<Evidence> full(Candidate candidate, int module) {
        return runAll(candidate, module, List.of(judge.known()));
    }

    /// What outputs are compared by.
    Judge judge() {
        return judge;
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

    /// Fills the input sets that timing rotates through besides the one that verification filled; a worker keeps
    /// them until it is replaced, since no candidate sees what another was timed on.
    public void fillTimingSets() {
        if (filledFor == worker.workersStarted()) return;
        for (int set = 1; set < SETS; set++) fill(set, new Cases(task, seeds).full());
        filledFor = worker.workersStarted();
    }

    /// The inputs that the last verified candidate is timed on, for a program that is to be timed on the same.
    public List<List<Fill>> timingSets() {
        worker.use(layout(task), SETS);
        fillTimingSets();
        return List.copyOf(timingSets);
    }

    private void fill(int set, Cases.Case with) {
        worker.fill(set, with.fills());
        timingSets.set(set, with.fills());
    }

    /// What is wrong with the outputs that another program made of these inputs at full shape; empty if nothing is.
    public Optional<String> wrongIn(Path outputs, List<Fill> inputs) {
        return files.wrong(outputs, inputs);
    }

    private Step<Boolean> load(Binary binary, int module) {
        worker.unload(module);
        worker.load(module, binary.library());
        return Step.passed(true);
    }

    private Step<Evidence> runAll(Candidate candidate, int module, List<Cases.Case> cases) {
        Step<Evidence> all = Step.passed(Evidence.none());
        for (int i = 0; i < cases.size(); i++) {
            var each = cases.get(i);
            byte poison = i % 2 == 0 || each.task() == task ? NAN_POISON : OTHER_POISON;
            all = all.then(sofar -> run(candidate, module, each, poison)
                    .then(_ -> judged(each, poison))
                    .then(more -> Step.passed(sofar.and(more))));
        }
        return all;
    }

    private Step<Boolean> run(Candidate candidate, int module, Cases.Case each, byte poison) {
        if (sets(each) == SETS) last = each;
        try {
            var call = call(candidate, each.task(), module);
            return worker.within("verify", () -> {
                        worker.use(layout(each.task()), sets(each));
                        if (sets(each) == SETS) fill(0, each);
                        else worker.fill(0, each.fills());
                        long start = System.nanoTime();
                        var ran = worker.run(call, 0, poison, deadline, judge.wantsCapture(each.task()));
                        if (each.task() == task && ran instanceof Step.Passed)
                            note(Duration.ofNanos(System.nanoTime() - start));
                        return ran;
                    })
                    .then(ran -> untouched(ran, "at " + each.label()));
        } catch (SpecException unfit) {
            return Step.stopped(new Outcome.Forbidden("plan", unfit.getMessage()));
        }
    }

    private void note(Duration took) {
        if (took.compareTo(longest) > 0) longest = took;
    }

    /// The longest that a run on the task's own shape took by this process's clock, what is checked around it included.
    public Duration longestRun() {
        return longest;
    }

    private int sets(Cases.Case each) {
        return each.task().symbols().equals(task.symbols()) ? SETS : 1;
    }

    /// Wrong if the candidate wrote outside of its buffers or changed its inputs.
    public static Step<Boolean> untouched(Fence.Ran ran, String when) {
        if (!ran.brokenGuards().isEmpty())
            return Step.stopped(new Outcome.Wrong(
                    "guard zone", "wrote outside of %s %s".formatted(String.join(", ", ran.brokenGuards()), when)));
        if (!ran.changedInputs().isEmpty())
            return Step.stopped(new Outcome.Wrong(
                    "input hash", "changed its input %s %s".formatted(String.join(", ", ran.changedInputs()), when)));
        return Step.passed(true);
    }

    private Step<Evidence> judged(Cases.Case each, byte poison) {
        return worker.within("verify", () -> {
            var worst = judge.judge(each, poison);
            return worst.wrong()
                    .<Step<Evidence>>map(
                            where -> Step.stopped(new Outcome.Wrong("reference", where + " at " + each.label())))
                    .orElseGet(() -> Step.passed(new Evidence(List.of(each.label()), worst.share())));
        });
    }

    /// The launches of the candidate on a shape, with its scratch.
    public static Call call(Candidate candidate, Task shape, int module) {
        LaunchPlan plan = candidate.plan(shape);
        var scratch = plan.scratch().stream()
                .map(buffer -> BufferSpec.scratch(buffer.name(), buffer.dtype(), buffer.elements(), buffer.zero()))
                .toList();
        return new Call(module, scratch, plan.tensorMaps(), plan.launches());
    }

    @Override
    public void close() {
        files.close();
        judge.close();
    }
}
