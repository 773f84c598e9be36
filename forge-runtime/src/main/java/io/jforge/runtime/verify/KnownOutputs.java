package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Has outputs judged of which it is known whether they are right: those of a real run as they are, and with something
/// done to them by code that runs behind it.
///
/// What is allowed is worked out anew here, by the formula of FORMATS.md: a judge is not asked about itself.
public final class KnownOutputs {
    private static final int MODULE = 1;
    private static final byte POISON = (byte) 0xFF;
    private static final double LARGE = 100;
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Task task;
    private final Source naive;
    private final Fence worker;
    private final Reference reference;
    private final Judge judge;
    private final RandomGenerator seeds;

    private KnownOutputs(
            Task task, Source naive, Fence worker, Reference reference, Judge judge, RandomGenerator seeds) {
        this.task = task;
        this.naive = naive;
        this.worker = worker;
        this.reference = reference;
        this.judge = judge;
        this.seeds = seeds;
    }

    /// @param task one whose only output is f32
    /// @param naive a source that is right
    /// @param verifier whose judge is tried
    public static KnownOutputs of(
            Task task, Source naive, Fence worker, Reference reference, Verifier verifier, RandomGenerator seeds) {
        return new KnownOutputs(task, naive, worker, reference, verifier.judge(), seeds);
    }

    /// The same for another judge.
    KnownOutputs judgedBy(Judge other) {
        return new KnownOutputs(task, naive, worker, reference, other, seeds);
    }

    /// One output that was judged.
    ///
    /// @param right whether it is
    /// @param wrong what the judge said against it
    public record Tried(String what, boolean right, Optional<String> wrong) {}

    /// Compiles the naive source with what spoils its outputs, and has each of them judged.
    ///
    /// @param compiler gives its binary
    public List<Tried> tried(Function<Candidate, Step<Binary>> compiler) {
        var text = naive.text() + "\n" + Resources.text("/selftest/spoil.c");
        var candidate = new Candidate(Source.parse(text), naive.defaults());
        var all = compiler.apply(candidate)
                .then(Lint::check)
                .then(binary -> worker.within("verify", () -> {
                    worker.unload(MODULE);
                    worker.load(MODULE, binary.library());
                    return Step.passed(tried(candidate));
                }));
        return switch (all) {
            case Step.Passed<List<Tried>>(var tried) -> tried;
            case Step.Stopped<List<Tried>>(Outcome outcome) ->
                List.of(new Tried("right outputs", true, Optional.of(outcome.message())));
        };
    }

    private List<Tried> tried(Candidate candidate) {
        var all = new ArrayList<Tried>();
        var normal = Cases.normal(task, seeds.nextLong());
        for (var doing : with(normal, Spoiling::ofNormal)) all.add(judged(candidate, normal, doing));
        var large = Cases.of(task, "large", Fill.uniform(seeds.nextLong(), -LARGE, LARGE));
        for (var doing : with(large, Spoiling::ofTiny)) all.add(judged(candidate, large, doing));
        return all;
    }

    private List<Spoiling> with(Cases.Case input, Function<RightOutput, List<Spoiling>> spoilings) {
        try (var arena = Arena.ofShared()) {
            var rule = new Yardstick(task).rules().getFirst();
            var answers = reference.answers(task, input.fills(), seeds.nextLong(), arena);
            var answer = answers.get(rule.output().name());
            return spoilings.apply(new RightOutput(rule, answer, seeds));
        }
    }

    private Tried judged(Candidate candidate, Cases.Case input, Spoiling doing) {
        worker.use(Verifier.layout(task), Verifier.SETS);
        worker.fill(0, input.fills());
        var ran = worker.run(call(candidate, doing), 0, POISON, DEADLINE);
        var said = switch (ran) {
            case Step.Passed<Fence.Ran> _ -> judge.judge(input, POISON).wrong();
            case Step.Stopped<Fence.Ran>(Outcome outcome) -> Optional.of(outcome.message());
        };
        return new Tried(doing.what(), doing.right(), said);
    }

    private Call call(Candidate candidate, Spoiling doing) {
        var right = Verifier.call(candidate, task, MODULE);
        var launches = new ArrayList<PlannedLaunch>(right.launches());
        doing.launch(task.target()).ifPresent(launches::add);
        return new Call(MODULE, right.scratch(), right.tensorMaps(), launches);
    }
}
