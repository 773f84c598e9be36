package io.jforge.runtime.verify;

import io.jforge.runtime.compile.OwnCode;
import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.DeviceException;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The right answers: an op's double-precision reference, computed by the judge, a process that never runs a
/// candidate.
public final class Reference {
    private static final int MODULE = 1;
    private static final byte NOT_COMPUTED = (byte) 0xFF;
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private final Fence judge;
    private final Path library;
    private final Duration deadline;
    private final Map<String, Long> slots = new HashMap<>();

    private Reference(Fence judge, Path library, Duration deadline) {
        this.judge = judge;
        this.library = library;
        this.deadline = deadline;
    }

    /// Compiles the reference of the task's op for its dtypes.
    ///
    /// @throws IllegalStateException with the compiler's words if reference.c is wrong
    public static Reference of(Task task, String reference, OwnCode compiler, Fence judge) {
        return of(task, reference, compiler, judge, DEADLINE);
    }

    /// The same, for one that is not known to end.
    static Reference of(Task task, String reference, OwnCode compiler, Fence judge, Duration deadline) {
        var text = new ReferenceDriver(task).text("#line 1 \"reference.c\"\n" + reference);
        return new Reference(judge, compiler.compile("reference-" + task.op().name(), text), deadline);
    }

    /// Makes room for another reference in the same judge.
    void leave() {
        judge.unload(MODULE);
    }

    /// One output's expected values; those not computed hold ones in every bit.
    record Answer(MemorySegment values, MemorySegment magnitudes, boolean sampled) {
        Answer copied(Arena arena) {
            return new Answer(copied(values, arena), copied(magnitudes, arena), sampled);
        }

        private static MemorySegment copied(MemorySegment from, Arena arena) {
            return from.equals(MemorySegment.NULL)
                    ? from
                    : arena.allocate(from.byteSize(), 64).copyFrom(from);
        }
    }

    /// The process that holds the references.
    Fence judge() {
        return judge;
    }

    /// The answers for these inputs, by output name, readable while the arena is open.
    ///
    /// @param sampleSeed draws the units that are computed where the op asks for a sample
    Map<String, Answer> answers(Task task, List<Fill> fills, long sampleSeed, Arena arena) {
        var driver = new ReferenceDriver(task);
        load();
        judge.use(driver.layout(), 1);
        judge.fill(0, fills);
        run(task, driver, sampleSeed, true);
        return split(task, driver, arena);
    }

    /// Makes the references for these inputs current on the device; those of a slot are computed once for
    /// each seed.
    void compute(Task task, List<Fill> fills, long sampleSeed, String slot, long seed) {
        var driver = new ReferenceDriver(task);
        load();
        var layout = new ArrayList<>(driver.layout());
        layout.add(BufferSpec.output(slot, DType.U8, 1));
        boolean kept = judge.use(layout, 1);
        var before = slots.put(slot, seed);
        if (kept && before != null && before == seed) return;
        judge.fill(0, fills);
        run(task, driver, sampleSeed, false);
    }

    private void load() {
        if (!judge.isLoaded(MODULE)) judge.load(MODULE, library);
    }

    private void run(Task task, ReferenceDriver driver, long sampleSeed, boolean capture) {
        var ran = judge.run(driver.call(MODULE, sampleSeed), 0, NOT_COMPUTED, deadline, capture);
        var untouched = ran.then(did -> Verifier.untouched(did, "at " + task.label()));
        if (untouched instanceof Step.Stopped<Boolean>(Outcome outcome))
            throw new DeviceException("the reference of %s failed: %s".formatted(task.label(), outcome.message()));
    }

    private Map<String, Answer> split(Task task, ReferenceDriver driver, Arena arena) {
        long units = task.op().reference().units().eval(task);
        boolean sampled = task.op().reference().sample().orElse(Long.MAX_VALUE) < units;
        var parts = new HashMap<String, MemorySegment>();
        long total = driver.columns().stream()
                .mapToLong(ReferenceDriver.Column::bytes)
                .sum();
        var all = judge.outputs(total, arena);
        long at = 0;
        for (var column : driver.columns()) {
            parts.put(column.name(), all.asSlice(at, column.bytes()));
            at += column.bytes();
        }
        var answers = new HashMap<String, Answer>();
        for (var output : task.op().outputs()) {
            var magnitudes = parts.getOrDefault(ReferenceDriver.magnitudes(output.name()), MemorySegment.NULL);
            answers.put(output.name(), new Answer(parts.get(output.name()), magnitudes, sampled));
        }
        return answers;
    }
}
