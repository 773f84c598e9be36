package io.jforge.runtime;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Mcts;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.RunRecord;
import java.util.Optional;
import java.util.Set;

/// A source of a person's own to be tried: what `%%forge candidate` has options for. Each method returns this
/// object.
///
/// A suite also tries what was kept, at the tunables that it was kept with, and nothing but naive.
public final class Tryout {
    private final Forge forge;
    private final Catalogue.Entry entry;
    private final Optional<Proposal> given;
    private String shape;
    private String dtype;
    private String device = "auto";
    private String name = "";
    private Cache cache = Cache.COLD;
    private BaselineFinder.Wish baselines = BaselineFinder.Wish.USUAL.of(Set.of());
    private RunListener listener;

    /// @throws SpecException if the header does not parse, or it computes another op
    Tryout(Forge forge, Catalogue.Entry entry, Origin origin) {
        this(forge, entry, Optional.of(origin.proposal(entry)));
    }

    /// @param given empty: naive alone is measured, beside the baselines
    Tryout(Forge forge, Catalogue.Entry entry, Optional<Proposal> given) {
        this.forge = forge;
        this.entry = entry;
        this.given = given;
        this.listener = forge.usualListener();
    }

    /// `4096x1024`, `rows=4096,cols=1024`, or a preset's name; the op's first preset where not given.
    public Tryout shape(String text) {
        shape = text;
        return this;
    }

    public Tryout dtype(String label) {
        dtype = label;
        return this;
    }

    /// `auto` (the first that runs the source's language), `cpu`, `cuda:0`.
    public Tryout device(String id) {
        device = id;
        return this;
    }

    /// What to call the run; where a name is used twice, it means the newer run.
    public Tryout name(String text) {
        name = text;
        return this;
    }

    /// What it is measured against besides naive, e.g. `eager,compile`; naive alone where not given.
    public Tryout baseline(String names) {
        return baselines(baselines.of(BaselineKind.parse(names)));
    }

    /// The Python that has PyTorch: its program's path or name.
    public Tryout python(String program) {
        return baselines(baselines.with(program));
    }

    Tryout baselines(BaselineFinder.Wish wish) {
        baselines = wish;
        return this;
    }

    Tryout cache(Cache held) {
        cache = held;
        return this;
    }

    public Tryout listener(RunListener told) {
        listener = told;
        return this;
    }

    /// Tries the naive source and this one with its tunables, and measures both in turn with the best that was
    /// kept for the task. What became of it is the run's [Run#best], or the outcome of its trial 1.
    ///
    /// @throws SpecException if shape, dtype or device do not fit
    /// @throws NoSuchDevice if there is no such device
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler
    /// @throws io.jforge.runtime.store.StoreException if the store cannot be written
    public Run run() {
        var target =
                given.map(it -> forge.device(device, it.source().language())).orElseGet(() -> forge.device(device));
        var plan = new RunPlan(
                entry,
                Task.of(entry.op(), shape, dtype, target),
                Optional.empty(),
                Budget.iterations(1),
                new Mcts(),
                RunRecord.CANDIDATE,
                "",
                0,
                Optimization.checkedName(name),
                given,
                new Conditions.Chosen(Isolation.WORKER, cache, Deadlines.usual()),
                baselines,
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                Optional.empty());
        return new Runner(forge, plan, listener).make();
    }
}
