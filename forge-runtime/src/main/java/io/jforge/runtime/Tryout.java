package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Mcts;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.RunRecord;
import java.util.Optional;
import java.util.Set;

/// A source of a person's own to be tried: what `%%forge candidate` has options for. Each method returns this
/// object.
public final class Tryout {
    private final Forge forge;
    private final Catalogue.Entry entry;
    private final Origin origin;
    private String shape;
    private String dtype;
    private String device = "auto";
    private String name = "";
    private RunListener listener;

    Tryout(Forge forge, Catalogue.Entry entry, Origin origin) {
        this.forge = forge;
        this.entry = entry;
        this.origin = origin;
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

    public Tryout listener(RunListener told) {
        listener = told;
        return this;
    }

    /// Tries the naive source and this one with its tunables, and measures both in turn with the best that was
    /// kept for the task. What became of it is the run's [Run#best], or the outcome of its trial 1.
    ///
    /// @throws SpecException if the header does not parse, or shape, dtype or device do not fit
    /// @throws NoSuchDevice if there is no such device
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler
    /// @throws io.jforge.runtime.store.StoreException if the store cannot be written
    public Run run() {
        var given = origin.proposal(entry);
        var target = forge.device(device, given.source().language());
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
                Optional.of(given),
                Conditions.Chosen.usual(),
                BaselineFinder.Wish.USUAL.of(Set.of()),
                Optional.empty());
        return new Runner(forge, plan, listener).make();
    }
}
