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
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Rung;
import io.jforge.runtime.trial.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Runs a candidate against the reference, on small odd shapes with inputs of every kind and then at full
/// shape.
public final class Verifier implements AutoCloseable {
    /// Input sets of the full shape: timing rotates through them, so verification uses the same memory.
    public static final int SETS = 3;

    /// Cases of the full shape whose references are kept.
    public static final int KNOWN = Deck.SIZE;

    private static final int FRESH_SEEDS = 5;
    private static final int REPEATS = 3;
    private static final byte NAN_POISON = (byte) 0xFF;
    private static final byte OTHER_POISON = (byte) 0xA5;

    private final Task task;
    private final Fence worker;
    private final RandomGenerator seeds;
    private final Duration deadline;
    private final Judge judge;
    private final FileJudge files;
    private final Deck deck;
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
        this.judge = new ApartJudge(task, worker, reference, seeds);
        this.deck = new Deck(seeds);
        this.files = new FileJudge(task, reference, seeds);
    }

    /// Lints, loads under `module`, and runs every case; a wrong answer, a crash or a hang stops it here.
    public Step<Verified> verify(Candidate candidate, Binary binary, int module) {
        deck.shuffle();
        var lane = new Lane(candidate, module, Rung.TRIAL, Check.Moment.BEFORE);
        return Lint.check(binary)
                .then(linted -> worker.within("verify", () -> load(linted, module))
                        .then(_ -> small(lane))
                        .then(small -> full(lane).then(more -> Step.passed(small.and(more))))
                        .then(evidence -> Step.passed(new Verified(linted, call(candidate, task, module), evidence))));
    }

    /// A candidate that is loaded, and what it is asked to prove now.
    private record Lane(Candidate candidate, int module, Rung rung, Check.Moment moment) {
        Lane repeated() {
            return new Lane(candidate, module, rung, Check.Moment.REPEAT);
        }
    }

    private Step<Evidence> small(Lane lane) {
        var cases = new Cases(task, seeds).small(lane.candidate());
        var pinned = cases.stream().allMatch(each -> each.isOf(task))
                ? Evidence.noting("pinned to this shape: its header admits no other small one")
                : Evidence.none();
        return runAll(lane, cases).then(evidence -> Step.passed(evidence.and(pinned)));
    }

    /// Runs it once more at full shape with another seed, at the addresses where it was timed.
    public Step<Evidence> again(Candidate candidate, int module) {
        return full(new Lane(candidate, module, Rung.TRIAL, Check.Moment.AFTER));
    }

    /// Runs it on the inputs of the task's own shape that were used last: one that skips work that it knows
    /// has no answer here.
    public Step<Evidence> repeated(Candidate candidate, int module) {
        var lane = new Lane(candidate, module, Rung.TRIAL, Check.Moment.REPEAT);
        return last == null ? Step.passed(Evidence.none()) : runAll(lane, List.of(last));
    }

    /// The second rung: full shape with five seeds that no trial has seen, one of them with normal inputs, the
    /// others
    /// with inputs of other kinds.
    public Step<Evidence> afresh(Candidate candidate, int module) {
        var lane = new Lane(candidate, module, Rung.BEST, Check.Moment.AFTER);
        return runAll(lane, new Cases(task, seeds).someFull(FRESH_SEEDS));
    }

    /// Full shape with `count` fresh seeds, normal inputs alone: what an op is expected to stand at least.
    Step<Evidence> onNormal(Candidate candidate, int module, int count) {
        var lane = new Lane(candidate, module, Rung.BEST, Check.Moment.AFTER);
        return runAll(
                lane,
                Stream.generate(() -> new Cases(task, seeds).full())
                        .limit(count)
                        .toList());
    }

    /// The third rung: every distribution at full shape, and the same inputs again and again.
    public Step<Evidence> thoroughly(Candidate candidate, int module) {
        var lane = new Lane(candidate, module, Rung.WINNER, Check.Moment.AFTER);
        return runAll(lane, new Cases(task, seeds).everyFull())
                .then(all -> repeats(lane).then(more -> Step.passed(all.and(more))));
    }

    /// Repeats must be right each time; bits may differ from one to the next, which is worth a note.
    private Step<Evidence> repeats(Lane lane) {
        var same = new Cases(task, seeds).full();
        var digests = new HashSet<Long>();
        var all = runOne(lane, same, NAN_POISON, digests);
        for (int i = 1; i < REPEATS; i++)
            all = all.then(sofar ->
                    runOne(lane.repeated(), same, NAN_POISON, digests).then(more -> Step.passed(sofar.and(more))));
        return all.then(evidence -> Step.passed(evidence.and(
                digests.size() == 1
                        ? Evidence.none()
                        : Evidence.noting("non-deterministic: repeats on the same inputs differ in some bits,"
                                + " within what is allowed"))));
    }

    private Step<Evidence> full(Lane lane) {
        return runAll(lane, List.of(judge.known(deck.next())));
    }

    /// What one timed sample is judged on: full shape, normal inputs.
    public static final class Probe {
        private final Cases.Case input;
        private final Rung rung;

        private Probe(Cases.Case input, Rung rung) {
            this.input = input;
            this.rung = rung;
        }

        public List<Fill> fills() {
            return input.fills();
        }
    }

    /// One whose answer is known; not that of another in the same trial.
    public Probe knownProbe() {
        return new Probe(judge.known(deck.next()), Rung.TRIAL);
    }

    /// One that no candidate has seen.
    public Probe freshProbe() {
        return new Probe(new Cases(task, seeds).full(), Rung.WINNER);
    }

    /// Draws what timed samples besides the probe are made from.
    public long freshSeed() {
        return seeds.nextLong();
    }

    /// Whether outputs of the task's own shape are judged on the host.
    public boolean wantsCapture() {
        return judge.wantsCapture(task);
    }

    /// Judges the outputs that the last timed sample, which was of this probe, left.
    public Step<Evidence> timed(Probe probe) {
        return judged(
                new Judging(probe.input, NAN_POISON, probe.rung, Check.Moment.TIMED, System.nanoTime()),
                "timed sample",
                new HashSet<>());
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

    /// Fills the input sets that timing rotates through besides the one that verification filled; a worker
    /// keeps them until it is replaced, since no candidate sees what another was timed on.
    public void fillTimingSets() {
        if (filledFor == worker.workersStarted()) return;
        for (int set = 1; set < SETS; set++) fill(set, new Cases(task, seeds).full());
        filledFor = worker.workersStarted();
    }

    /// The inputs that the last verified candidate is timed on, for a program that is to be timed on the
    /// same.
    public List<List<Fill>> timingSets() {
        worker.use(layout(task), SETS);
        fillTimingSets();
        return List.copyOf(timingSets);
    }

    private void fill(int set, Cases.Case with) {
        worker.fill(set, with.fills());
        timingSets.set(set, with.fills());
    }

    /// What is wrong with the outputs that another program made of these inputs at full shape; empty if
    /// nothing is.
    public Optional<String> wrongIn(Path outputs, List<Fill> inputs) {
        return files.wrong(outputs, inputs);
    }

    private Step<Boolean> load(Binary binary, int module) {
        worker.unload(module);
        worker.load(module, binary.library());
        return Step.passed(true);
    }

    private Step<Evidence> runAll(Lane lane, List<Cases.Case> cases) {
        Step<Evidence> all = Step.passed(Evidence.none());
        for (int i = 0; i < cases.size(); i++) {
            var each = cases.get(i);
            byte poison = i % 2 == 0 || each.isOf(task) ? NAN_POISON : OTHER_POISON;
            all = all.then(
                    sofar -> runOne(lane, each, poison, new HashSet<>()).then(more -> Step.passed(sofar.and(more))));
        }
        return all;
    }

    private Step<Evidence> runOne(Lane lane, Cases.Case each, byte poison, Set<Long> digests) {
        var judging = new Judging(each, poison, lane.rung(), lane.moment(), System.nanoTime());
        return run(lane, each, poison).then(_ -> judged(judging, "reference", digests));
    }

    private Step<Boolean> run(Lane lane, Cases.Case each, byte poison) {
        if (each.isOf(task)) last = each;
        try {
            var call = call(lane.candidate(), each.task(), lane.module());
            return worker.within("verify", () -> {
                        worker.use(layout(each.task()), each.isOf(task) ? SETS : 1);
                        if (each.isOf(task)) fill(0, each);
                        else worker.fill(0, each.fills());
                        long start = System.nanoTime();
                        var ran = worker.run(call, 0, poison, deadline, judge.wantsCapture(each.task()));
                        if (each.isOf(task) && ran instanceof Step.Passed)
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

    /// The longest that a run on the task's own shape took by this process's clock, what is checked around
    /// it included.
    public Duration longestRun() {
        return longest;
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

    /// A run that is to be judged, and since when it has been under way.
    private record Judging(Cases.Case input, byte poison, Rung rung, Check.Moment moment, long startNanos) {
        Check check(Worst worst) {
            return new Check(
                    rung,
                    moment,
                    input.task().label(),
                    input.inputs(),
                    input.seed(),
                    worst.share(),
                    worst.error(),
                    Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    /// Compares what the worker's last run left with the reference; what it left must be the same before
    /// and after.
    private Step<Evidence> judged(Judging judging, String check, Set<Long> digests) {
        return worker.within("verify", () -> {
            long before = worker.digest();
            var worst = judge.judge(judging.input(), judging.poison());
            var at = " at " + judging.input().label();
            if (worst.wrong().isPresent())
                return Step.stopped(new Outcome.Wrong(check, worst.wrong().get() + at));
            if (worker.digest() != before)
                return Step.stopped(new Outcome.Wrong("late write", "its outputs changed after it had ended" + at));
            digests.add(before);
            return Step.passed(Evidence.of(judging.check(worst)));
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
