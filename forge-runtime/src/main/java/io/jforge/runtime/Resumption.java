package io.jforge.runtime;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.llm.LlmName;
import io.jforge.runtime.llm.Relay;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import java.time.Duration;
import java.util.Optional;

/// A run to be gone on with: what `%forge resume` has options for. Each method returns this object.
///
/// On the device model that it was made on, its trials hold, and the search goes on where it ended. On
/// another one they are measured again, as a new run.
public final class Resumption {
    private final Forge forge;
    private final RunRecord run;
    private final RunHeader.Settings settings;
    private String device;
    private int iterations;
    private Optional<Duration> time = Optional.empty();
    private Optional<String> budget = Optional.empty();
    private Optional<Relay.Asker> asker = Optional.empty();
    private boolean isLonger;
    private RunListener listener;

    /// @throws SpecException if the run is no search
    Resumption(Forge forge, RunRecord run) {
        this.forge = forge;
        this.run = run;
        var header = run.header();
        this.settings = header.settings();
        this.device = run.header().device();
        this.iterations = settings.iterations();
        this.listener = forge.usualListener();
        header.replayed().ifPresent(other -> {
            throw new SpecException("run %s tried the trials of %s again: `replay %s` does so from the first one"
                    .formatted(header.id(), other.run(), other.from().isEmpty() ? other.run() : other.from()));
        });
        if (run.isCandidate())
            throw new SpecException(
                    "run %s tried one source, and there is no more to it: `optimize %s --from %s/best` searches on from it"
                            .formatted(
                                    run.header().id(),
                                    run.header().op(),
                                    run.header().id()));
    }

    /// Another device of the same kind than the run's own.
    public Resumption device(String id) {
        device = id;
        return this;
    }

    /// Proposals at most, with those that were made before.
    public Resumption iterations(int count) {
        isLonger |= count > settings.iterations();
        iterations = count;
        return this;
    }

    /// Wall clock at most from now on.
    ///
    /// @throws SpecException if it is no time at all
    public Resumption time(Duration limit) {
        if (!limit.isPositive()) throw new SpecException("--time needs more than nothing, e.g. 60s");
        isLonger = true;
        time = Optional.of(limit);
        return this;
    }

    /// What the model's answers may cost together, with those that were paid before.
    ///
    /// @throws SpecException if the run asked no model
    public Resumption budget(String money) {
        if (settings.llm().isEmpty())
            throw new SpecException("run %s asked no model, so there is nothing to pay for: leave --budget out"
                    .formatted(run.header().id()));
        isLonger = true;
        budget = Optional.of(money);
        return this;
    }

    /// Who is told where a relay's questions lie.
    public Resumption asker(Relay.Asker told) {
        asker = Optional.of(told);
        return this;
    }

    public Resumption listener(RunListener told) {
        listener = told;
        return this;
    }

    /// Goes on, on this thread, as [Optimization#run].
    ///
    /// @throws SpecException if it has finished and is not to be longer, or still goes on
    /// @throws NoSuchDevice if its device is not here
    public Run run() {
        return optimization().run();
    }

    /// Goes on, on a thread of its own, as [Optimization#start].
    ///
    /// @throws SpecException if it has finished and is not to be longer, or still goes on
    /// @throws NoSuchDevice if its device is not here
    public Background start() {
        return optimization().start();
    }

    /// Refuses what the run would refuse, as far as that needs neither a compiler nor the device.
    ///
    /// @throws SpecException if it has finished and is not to be longer, or still goes on
    /// @throws NoSuchDevice if its device is not here
    public void check() {
        plan();
    }

    RunPlan plan() {
        return optimization().plan();
    }

    private Optimization optimization() {
        var header = run.header();
        requireEnd();
        requireWhole();
        settings.llm().filter(_ -> isForeign()).ifPresent(this::requireNoKeyGiven);
        var task = RecordedTask.on(forge.device(device), forge.catalogue(), header);
        var made = forge.optimize(header.op())
                .resume(run, task)
                .iterations(iterations)
                .search(settings.search())
                .isolation(isForeign() ? Isolation.WORKER.label() : settings.isolation())
                .cache(settings.cache())
                .python(isForeign() ? "" : settings.python())
                .seed(header.seed())
                .listener(listener);
        if (!settings.baseline().isEmpty()) made.baseline(settings.baseline());
        if (!settings.goal().isEmpty()) made.goal(settings.goal());
        if (settings.patience() > 0) made.patience(settings.patience());
        if (!header.name().equals(header.id())) made.name(header.name());
        budget.ifPresent(made::budget);
        asker.ifPresent(made::asker);
        if (isFinished() && RunPlan.isMadeOn(header, task.target()) && !isLonger) throw finished();
        limit(RunPlan.isMadeOn(header, task.target())).ifPresent(made::time);
        return made;
    }

    /// A run that was saved from a damaged store may lack trials, without which its tree cannot be made again.
    private void requireWhole() {
        for (int number = 0; number < run.trials().size(); number++)
            if (run.trials().get(number).number() != number)
                throw new SpecException(
                        "run %s lacks trial %d, which a damaged store lost: `optimize %s --from %s/best` searches on from its best"
                                .formatted(
                                        run.header().id(),
                                        number,
                                        run.header().op(),
                                        run.header().id()));
    }

    /// Whether it came as an archive, perhaps a stranger's: then its code stays in the worker, no program
    /// that it names is started, and no key goes where it says.
    private boolean isForeign() {
        return run.header().environment().containsKey(RunHeader.IMPORTED);
    }

    private void requireNoKeyGiven(RunHeader.Llm llm) {
        var name = LlmName.parse(llm.name());
        if (name.url().isPresent() && forge.llms().tellsKey(name))
            throw new SpecException(
                    "run %s is from an archive, and your key for its model would go to %s: `optimize %s --from %s/best --llm ...` searches on with a model of your choice"
                            .formatted(
                                    run.header().id(),
                                    name.url().get(),
                                    run.header().op(),
                                    run.header().id()));
    }

    private void requireEnd() {
        if (run.ending().isEmpty()) forge.store().claim(run.header().id()).close();
    }

    private boolean isFinished() {
        return run.state().equals("finished");
    }

    private SpecException finished() {
        var id = run.header().id();
        return new SpecException(
                "run %s has finished (%s): `resume %s --iters %d` goes on with it, or --time or --budget where that ended it"
                        .formatted(id, words(), id, 2 * settings.iterations()));
    }

    private String words() {
        return io.jforge.runtime.search.Stop.words(
                run.ending().map(RunEnding::stop).orElse(""));
    }

    /// The limit with what was spent of it; on another device it starts anew.
    private Optional<Duration> limit(boolean sameDevice) {
        var before =
                Optional.of(settings.time()).filter(text -> !text.isEmpty()).map(Budget::seconds);
        return time.map(further -> sameDevice ? RunPlan.spent(run).plus(further) : further)
                .or(() -> before);
    }
}
