package io.jforge.runtime;

import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.device.Neighbours;
import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.propose.GivenProposer;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.propose.RewriteProposer;
import io.jforge.runtime.search.SearchListener;
import io.jforge.runtime.search.SearchLoop;
import io.jforge.runtime.search.Stop;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Makes one run: readies the machine, searches, confirms the winner; every trial is in the store before the next
/// begins.
final class Runner {
    private static final String GENERATOR = "L64X128MixRandom";
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Forge forge;
    private final Optimization.RunPlan plan;
    private final RunListener listener;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final List<Trial> trials = new ArrayList<>();
    private Neighbours neighbours;
    private final Instant started = Instant.now();

    Runner(Forge forge, Optimization.RunPlan plan, RunListener listener) {
        this.forge = forge;
        this.plan = plan;
        this.listener = listener;
    }

    Run run() {
        var naive = plan.entry().naive(plan.target().language());
        TaskCheck.require(plan.task(), naive);
        forge.store().check();
        var python = forge.python(plan.baselines());
        var before = forge.state(plan.target());
        neighbours = new Neighbours(
                plan.target().id(), before.map(GpuState::processes).orElse(List.of()));
        neighbours.atStart().ifPresent(this::warn);
        try (var rig = forge.rig(plan.task(), plan.entry(), plan.conditions(), listener);
                var baselines = forge.baselines(rig, plan.task()).find(plan.baselines(), python)) {
            var header = header(rig, before);
            forge.store().begin(header);
            listener.started(header);
            return search(rig, baselines, header, new Proposal(naive, "naive", ""));
        }
    }

    private void warn(String what) {
        if (warnings.add(what)) listener.warning(what);
    }

    private Run search(Rig rig, Baselines baselines, RunHeader header, Proposal naive) {
        var loop = new SearchLoop(
                plan.task(),
                plan.strategy(),
                plan.proposer().orElseGet(this::usualProposer),
                rig.pipeline(),
                plan.budget(),
                this::draws,
                InstantSource.system(),
                recorder(header.id()));
        try {
            var stop = loop.run(
                    naive,
                    plan.given().filter(_ -> !plan.isCandidate()),
                    trial -> rig.roofline()
                            .share(plan.task(), trial.medianMicros().orElseThrow()));
            return end(
                    rig,
                    header,
                    stop.label(),
                    stop == Stop.INTERRUPTED ? Optional.empty() : confirm(rig, baselines, header));
        } catch (CancellationException _) {
            return end(rig, header, Stop.INTERRUPTED.label(), Optional.empty());
        } catch (RuntimeException failed) {
            end(rig, header, "failed", Optional.empty());
            throw failed;
        }
    }

    /// The search's generator for one iteration: neighbouring seeds share none.
    private RandomGenerator draws(int iteration) {
        return RandomGeneratorFactory.of(GENERATOR).create(plan.seed() * SPREAD + iteration);
    }

    private Proposer usualProposer() {
        return plan.isCandidate()
                ? new GivenProposer(plan.given().stream().toList())
                : new RewriteProposer(
                        plan.entry().rewrites(), plan.task(), plan.target().language());
    }

    private SearchListener recorder(String run) {
        return new SearchListener() {
            @Override
            public void ended(Trial trial) {
                forge.store().add(run, trial);
                trials.add(trial);
                listener.ended(trial);
            }

            @Override
            public void trying(int iteration, String what) {
                listener.trying(iteration, what);
            }
        };
    }

    private Optional<RunEnding.Confirmation> confirm(Rig rig, Baselines baselines, RunHeader header) {
        var record = new RunRecord(header, trials, Optional.empty());
        return plan.isCandidate()
                ? new BesideStored(rig, baselines, forge.store()).confirmed(plan, record, listener)
                : new Confirming(rig, baselines).winner(record, listener);
    }

    private Run end(Rig rig, RunHeader header, String stop, Optional<RunEnding.Confirmation> confirmation) {
        // an interrupt has done its work by now; writing to the store must not meet it again
        boolean interrupted = Thread.interrupted();
        try {
            var after = forge.state(plan.target());
            after.flatMap(now -> neighbours.atEnd(now.processes(), rig.processes()))
                    .ifPresent(this::warn);
            double wall = Duration.between(started, Instant.now()).toMillis() / 1000.0;
            var ending = new RunEnding(
                    stop,
                    wall,
                    confirmation,
                    List.copyOf(warnings),
                    after.map(GpuState::now).orElse(Map.of()));
            forge.store().end(header.id(), ending);
            var record = new RunRecord(header, trials, Optional.of(ending));
            listener.finished(record);
            return forge.keep(new Run(record));
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private RunHeader header(Rig rig, Optional<GpuState> before) {
        var task = plan.task();
        var id = freshId(task.op().name());
        var dtypes = new LinkedHashMap<String, String>();
        task.dtypes().forEach((variable, dtype) -> dtypes.put(variable, dtype.label()));
        var settings = new RunHeader.Settings(
                plan.budget().iterations(),
                plan.search(),
                plan.budget()
                        .time()
                        .map(limit -> limit.toMillis() / 1000.0 + "s")
                        .orElse(""),
                plan.goal(),
                plan.budget().patience().orElse(0),
                plan.conditions().isolation().label(),
                plan.conditions().cache().label());
        return new RunHeader(
                id,
                plan.name().isEmpty() ? id : plan.name(),
                task.op().name(),
                task.symbols(),
                dtypes,
                task.dtypeLabel(),
                task.label(),
                plan.target().id(),
                plan.seed(),
                settings,
                rig.roofline(),
                rig.roofline().leastMicros(task),
                rig.roofline().isMemoryBound(task),
                environment(rig, before),
                started,
                RecordedTask.strides(task),
                task.attributes());
    }

    /// Short, and new in this store.
    private String freshId(String op) {
        var random = RandomGenerator.getDefault();
        String id;
        do id = "%s-%04x".formatted(op, random.nextInt(1 << 16));
        while (forge.store().has(id));
        return id;
    }

    private Map<String, String> environment(Rig rig, Optional<GpuState> before) {
        var facts = new LinkedHashMap<String, String>();
        facts.put("processor", plan.target().model());
        facts.put("cores", String.valueOf(plan.target().cores()));
        facts.put("instructions", plan.target().isa());
        facts.put("last-level cache", (plan.target().lastLevelCacheBytes() >> 20) + " MiB");
        facts.putAll(rig.facts());
        before.ifPresent(state -> facts.putAll(state.now()));
        neighbours.atStart().ifPresent(warning -> facts.put("warning", warning));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", Runtime.version().toString());
        return facts;
    }
}
