package io.jforge.runtime;

import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.device.Neighbours;
import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.measure.Had;
import io.jforge.runtime.propose.Brief;
import io.jforge.runtime.propose.GivenProposer;
import io.jforge.runtime.propose.LlmProposer;
import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.propose.RewriteProposer;
import io.jforge.runtime.search.Repetition;
import io.jforge.runtime.search.SearchListener;
import io.jforge.runtime.search.SearchLoop;
import io.jforge.runtime.search.Stage;
import io.jforge.runtime.search.Stop;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.store.RunClaim;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.DiskFull;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
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
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Makes one run: readies the machine, searches, confirms the winner; every trial is in the store before the next
/// begins.
final class Runner {
    private static final String GENERATOR = "L64X128MixRandom";
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int LOOKS = 20;
    private static final long LOOK_MILLIS = 100;

    private final Forge forge;
    private final RunPlan plan;
    private final RunClaim claim;
    private final RunListener listener;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Misses misses = new Misses();
    private final List<Trial> trials = new ArrayList<>();
    private Optional<RunHeader> kept = Optional.empty();
    private Neighbours neighbours;
    private final Correspondence correspondence;
    private final Instant started = Instant.now();

    /// Refuses what can be refused at once, and takes hold of the run.
    ///
    /// @throws SpecException if the machine cannot hold the task, or the run goes on elsewhere
    /// @throws io.jforge.runtime.store.StoreException if the store cannot be written
    Runner(Forge forge, RunPlan plan, RunListener told) {
        this.forge = forge;
        this.plan = plan;
        TaskCheck.require(plan.task(), naive());
        plan.requireMoney();
        forge.store().check();
        claim = forge.store().claim(id());
        listener = new Telling(told, claim);
        correspondence = new Correspondence(forge.store(), claim.run(), plan.exchanges());
        if (plan.isSameDevice()) trials.addAll(plan.resumed().orElseThrow().trials());
    }

    /// The run's id.
    String run() {
        return claim.run();
    }

    /// Makes the run. Interrupting the thread ends it early, and so does whoever asks for its end.
    Run make() {
        try (claim;
                var _ = StopRequests.of(claim)) {
            plan.resumed().filter(_ -> !plan.isSameDevice()).ifPresent(run -> warn(elsewhere(run.header())));
            plan.repeat().flatMap(RunPlan.Repeat::warning).ifPresent(this::warn);
            plan.tooDear().ifPresent(this::warn);
            var python = forge.python(plan.baselines());
            var before = quiet();
            neighbours = new Neighbours(
                    plan.target().id(), before.map(GpuState::processes).orElse(List.of()));
            neighbours.atStart().ifPresent(this::warn);
            return with(python, before);
        }
    }

    /// The device once what ended just now has left it, such as the processes of the run before.
    private Optional<GpuState> quiet() {
        var state = forge.state(plan.target());
        for (int look = 0; look < LOOKS && isShared(state); look++) {
            Pause.ofMillis(LOOK_MILLIS);
            state = forge.state(plan.target());
        }
        return state;
    }

    private boolean isShared(Optional<GpuState> state) {
        var processes = state.map(GpuState::processes).orElse(List.of());
        return new Neighbours(plan.target().id(), processes).atStart().isPresent();
    }

    private Run with(Had<Path> python, Optional<GpuState> before) {
        try (var rig = forge.rig(plan.task(), plan.entry(), plan.conditions(), listener);
                var baselines = forge.baselines(rig, plan.task()).find(plan.baselines(), python)) {
            var heading = new Heading(plan, rig.facts(), before, neighbours.atStart());
            var header = plan.isSameDevice() ? goneOn(heading) : begun(heading, rig);
            kept = Optional.of(header);
            listener.started(header);
            trials.forEach(listener::ended);
            return search(rig, baselines, header, new Proposal(naive(), "naive", ""));
        } catch (RuntimeException failed) {
            throw stopped(failed);
        }
    }

    /// By now the rig's files are gone, which may have made the room that a full disk lacked.
    private RuntimeException stopped(RuntimeException failed) {
        Path[] written = {forge.home(), Path.of(System.getProperty("java.io.tmpdir"))};
        warnings.add("it failed: " + failed.getMessage());
        return kept.map(header -> new FailedRun(forge.store(), header, trials, warnings(), wallSeconds())
                        .because(failed, written))
                .or(() -> DiskFull.in(failed, written))
                .orElse(failed);
    }

    private RunHeader begun(Heading heading, Rig rig) {
        var header = heading.of(claim.run(), rig.roofline(), started);
        forge.store().begin(header);
        return header;
    }

    private RunHeader goneOn(Heading heading) {
        var header = heading.goneOnWith(plan.resumed().orElseThrow(), started);
        forge.store().goOn(header);
        return header;
    }

    private Source naive() {
        return plan.entry().naive(plan.target().language());
    }

    /// The one of the run that is gone on with, or a new one: short, and new in this store.
    private String id() {
        if (plan.isSameDevice()) return plan.resumed().orElseThrow().header().id();
        return forge.newId(plan.task().op().name());
    }

    private String elsewhere(RunHeader before) {
        return "run %s was made on %s: its trials are measured again on %s, as a run of its own"
                .formatted(
                        before.id(),
                        before.environment().get("processor"),
                        plan.target().model());
    }

    private void warn(String what) {
        if (warnings.add(what)) listener.warning(what);
    }

    private List<String> warnings() {
        return misses.in(List.copyOf(warnings));
    }

    private Run search(Rig rig, Baselines baselines, RunHeader header, Proposal naive) {
        try {
            var stop = plan.repeat().isPresent() ? repeated(rig, header) : searched(rig, header, naive);
            return end(
                    rig,
                    header,
                    stop.label(),
                    stop == Stop.INTERRUPTED ? Optional.empty() : confirm(rig, baselines, header));
        } catch (CancellationException _) {
            return end(rig, header, Stop.INTERRUPTED.label(), Optional.empty());
        } catch (RuntimeException failed) {
            throw rig.explained(failed);
        }
    }

    private Stop repeated(Rig rig, RunHeader header) {
        var repetition = new Repetition(rig.pipeline(), InstantSource.system(), recorder(header.id()));
        return repetition.run(plan.repeat().orElseThrow().original().trials());
    }

    private Stop searched(Rig rig, RunHeader header, Proposal naive) {
        var loop = new SearchLoop(
                plan.task(),
                plan.strategy(),
                stages(rig, header),
                rig.pipeline(),
                plan.budget(),
                this::draws,
                InstantSource.system(),
                recorder(header.id()));
        return loop.run(
                naive,
                plan.given().filter(_ -> !plan.isCandidate()),
                plan.past(),
                trial -> rig.roofline().share(plan.task(), trial.medianMicros().orElseThrow()));
    }

    /// The search's generator for one iteration: neighbouring seeds share none.
    private RandomGenerator draws(int iteration) {
        return RandomGeneratorFactory.of(GENERATOR).create(plan.seed() * SPREAD + iteration);
    }

    private List<Stage> stages(Rig rig, RunHeader header) {
        if (plan.proposer().isPresent())
            return List.of(Stage.all(plan.proposer().get()));
        if (plan.llm().isEmpty()) return List.of(Stage.all(usualProposer()));
        var asked = Stage.all(asked(plan.llm().get(), rig, header));
        int half = (plan.budget().iterations() + 1) / 2;
        return plan.llm().get().isHybrid() ? List.of(new Stage(usualProposer(), half), asked) : List.of(asked);
    }

    private LlmProposer asked(LlmPlan llm, Rig rig, RunHeader header) {
        var brief = new Brief(
                plan.task(),
                plan.entry().reference(),
                naive(),
                header.leastMicros(),
                header.memoryBound(),
                machine(rig));
        return new LlmProposer(
                llm.llm(),
                brief,
                llm.setting(),
                llm.purse(plan.exchanges()),
                correspondence,
                InstantSource.system(),
                plan.exchanges(),
                counters(rig, header));
    }

    private Function<Parent, Optional<Profile>> counters(Rig rig, RunHeader header) {
        if (!plan.profile()) return _ -> Optional.empty();
        return new Counters(header, forge.profiling(plan.target(), rig.lock()))::of;
    }

    /// What was measured of it, and what compiles for it.
    private static Map<String, String> machine(Rig rig) {
        var facts = new LinkedHashMap<String, String>();
        facts.put("copy bandwidth", "%,.0f GB/s".formatted(rig.roofline().gigabytesPerSecond()));
        facts.put("arithmetic", "%,.0f GFLOP/s".formatted(rig.roofline().gigaflops()));
        for (var name : List.of("compiler", "flags", "architecture"))
            if (rig.facts().containsKey(name)) facts.put(name, rig.facts().get(name));
        if (rig.stopwatch().cache() == Cache.WARM)
            facts.put("caches", "as an unmeasured call on the same inputs left them: nothing is flushed");
        return facts;
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
                trials.add(trial);
                forge.store().add(run, trial);
                listener.ended(trial);
            }

            @Override
            public void trying(int iteration, String what) {
                correspondence.tell(listener);
                listener.trying(iteration, what);
            }

            @Override
            public void waiting() {
                correspondence.tell(listener);
            }

            @Override
            public void missed(int iteration, String why) {
                misses.add(why).ifPresent(Runner.this::warn);
            }
        };
    }

    private Optional<RunEnding.Confirmation> confirm(Rig rig, Baselines baselines, RunHeader header) {
        var record = new RunRecord(header, trials, Optional.empty());
        if (plan.repeat().isPresent()) return confirmAgain(rig, baselines, record);
        return plan.isCandidate()
                ? new BesideStored(rig, baselines, forge.store()).confirmed(plan, record, listener)
                : new Confirming(rig, baselines).winner(record, listener);
    }

    /// The winner of the run that is repeated, also where another trial is the fastest now.
    private Optional<RunEnding.Confirmation> confirmAgain(Rig rig, Baselines baselines, RunRecord record) {
        return plan.repeat()
                .flatMap(repeat -> repeat.original().winner())
                .flatMap(winner -> record.trial(winner.number()))
                .filter(trial -> trial.medianMicros().isPresent())
                .flatMap(trial -> new Confirming(rig, baselines).of(trial, record, listener));
    }

    /// With what compute-sanitizer says of the winner, where that was asked for.
    private Optional<RunEnding.Confirmation> sanitized(
            Rig rig, RunHeader header, Optional<RunEnding.Confirmation> confirmation) {
        if (!plan.sanitize()) return confirmation;
        var record = new RunRecord(header, trials, Optional.empty());
        var winner = winner(record, confirmation);
        winner.ifPresent(listener::sanitizing);
        return forge.sanitizing(plan.target(), rig.lock())
                .winner(record, winner)
                .of(confirmation, this::warn);
    }

    /// Empty where it was not asked for.
    private Optional<Profile> profile(Rig rig, RunHeader header, Optional<RunEnding.Confirmation> confirmation) {
        if (!plan.profile()) return Optional.empty();
        var record = new RunRecord(header, trials, Optional.empty());
        var winner = winner(record, confirmation);
        winner.ifPresent(listener::profiling);
        return Optional.of(forge.profiling(plan.target(), rig.lock()).winner(record, winner));
    }

    private static Optional<Trial> winner(RunRecord record, Optional<RunEnding.Confirmation> confirmation) {
        return confirmation.flatMap(confirmed -> record.trial(confirmed.trial()));
    }

    private Run end(Rig rig, RunHeader header, String stop, Optional<RunEnding.Confirmation> measured) {
        var confirmation = sanitized(rig, header, measured);
        var profile = profile(rig, header, confirmation);
        // an interrupt has done its work by now; writing to the store must not meet it again
        boolean interrupted = Thread.interrupted();
        try {
            var after = forge.state(plan.target());
            after.flatMap(now -> neighbours.atEnd(now.processes(), rig.processes()))
                    .ifPresent(this::warn);
            var ending = new RunEnding(
                    stop,
                    wallSeconds(),
                    confirmation,
                    warnings(),
                    after.map(GpuState::now).orElse(Map.of()),
                    profile);
            forge.store().end(header.id(), ending);
            var record = new RunRecord(header, trials, Optional.of(ending), correspondence.exchanges());
            listener.finished(record);
            return forge.keep(plan.repeat()
                    .map(repeat -> new Run(record).beside(repeat.original()))
                    .orElseGet(() -> new Run(record)));
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private double wallSeconds() {
        var earlier = plan.isSameDevice() ? RunPlan.spent(plan.resumed().orElseThrow()) : Duration.ZERO;
        return earlier.plus(Duration.between(started, Instant.now())).toMillis() / 1000.0;
    }
}
