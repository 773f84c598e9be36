package io.jforge.runtime;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.OpFiles;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Mcts;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A run to be tried again: what `%forge replay` has options for. Each method returns this object.
///
/// Every candidate is tried in the order in which it was, with seeds of this run's own, and the winner of then is
/// measured against the naive source in pairs, as a search does. What came of it is [Run#reproduction].
public final class Replaying {
    /// In place of a search's name.
    static final String SEARCH = "replay";

    private final Forge forge;
    private final RunRecord original;
    private final String from;
    private final Map<String, String> op;
    private Optional<String> device = Optional.empty();
    private RunListener listener;

    /// @param from the archive that it was read from; empty text where it is in the store
    /// @param op the files that declare the op, where the archive has them
    Replaying(Forge forge, RunRecord original, String from, Map<String, String> op) {
        this.forge = forge;
        this.original = original;
        this.from = from;
        this.op = op;
        this.listener = forge.usualListener();
    }

    /// Another device than the run's own, or the first that runs its language.
    public Replaying device(String id) {
        device = Optional.of(id);
        return this;
    }

    public Replaying listener(RunListener told) {
        listener = told;
        return this;
    }

    /// Tries it again, on this thread, as a run of its own. Interrupting the thread ends it early; what was tried
    /// is kept and returned.
    ///
    /// @throws SpecException if the run lacks trials or goes on, or if its op is another here
    /// @throws NoSuchDevice if there is no device that runs it
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler
    /// @throws io.jforge.runtime.store.StoreException if the store cannot be written
    public Run run() {
        return runner(listener).make();
    }

    /// The same on a thread of its own, which ends with this process.
    ///
    /// @throws SpecException if the run lacks trials or goes on, or if its op is another here
    /// @throws NoSuchDevice if there is no device that runs it
    public Background start() {
        return Background.start(this::runner, listener);
    }

    /// Refuses what the run would refuse, as far as that needs neither a compiler nor the device.
    ///
    /// @throws SpecException if the run lacks trials or goes on, or if its op is another here
    /// @throws NoSuchDevice if there is no device that runs it
    public void check() {
        plan();
    }

    private Runner runner(RunListener told) {
        return new Runner(forge, plan(), told);
    }

    private RunPlan plan() {
        requireWhole();
        var header = original.header();
        var target = target();
        var entry = entry();
        var settings = header.settings();
        var cache = Optimization.chosen("cache", settings.cache(), Cache.values(), Cache::label);
        return new RunPlan(
                entry,
                RecordedTask.on(target, forge.catalogue(), header),
                Optional.empty(),
                Budget.iterations(Math.max(1, original.iterations())),
                new Mcts(),
                SEARCH,
                "",
                header.seed(),
                "",
                Optional.empty(),
                new Conditions.Chosen(Isolation.WORKER, cache, Deadlines.usual()), // it may be a stranger's code
                BaselineFinder.Wish.USUAL.of(Set.of()),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                Optional.of(new RunPlan.Repeat(original, from, warning(entry))));
    }

    private void requireWhole() {
        var id = original.header().id();
        if (original.ending().isEmpty()) forge.store().claim(id).close();
        if (original.trials().isEmpty()) throw new SpecException("run %s has no trial to be tried again".formatted(id));
        for (int number = 0; number < original.trials().size(); number++)
            if (original.trials().get(number).number() != number)
                throw new SpecException(
                        "run %s lacks trial %d, which a damaged store lost: it cannot be tried again as it was"
                                .formatted(id, number));
    }

    /// The run's own device if that is here; `auto` where this is another machine.
    private Target target() {
        if (device.isPresent() && !device.get().equals("auto")) return forge.device(device.get());
        var header = original.header();
        var language = RecordedTask.target(header).language();
        return forge.devices().stream()
                .filter(here -> here.id().equals(header.device()) && RunPlan.isMadeOn(header, here))
                .findFirst()
                .orElseGet(() -> forge.device("auto", language));
    }

    /// The run's op as it is here; one that an archive brings along is linted like any other.
    private Catalogue.Entry entry() {
        var name = original.header().op();
        boolean known = forge.catalogue().names().contains(name);
        if (!known && op.isEmpty())
            throw new SpecException(
                    "the op %s, of which run %s is, is not defined here: `ops --define FOLDER` does it, or replay an archive that carries it"
                            .formatted(name, original.header().id()));
        if (!known) define(name);
        var entry = forge.catalogue().find(name);
        if (!op.isEmpty() && !Catalogue.Entry.digest(op).equals(entry.digest()))
            throw new SpecException(
                    "the op %s is another one here than %s carries: replay it in a session that has not defined it"
                            .formatted(name, from));
        return entry;
    }

    private void define(String name) {
        var files = OpFiles.of(op, from);
        var declared = files.entry().op().name();
        if (!declared.equals(name))
            throw new SpecException("%s carries the op %s, and its run is of %s".formatted(from, declared, name));
        forge.define(files);
    }

    private Optional<String> warning(Catalogue.Entry entry) {
        RunHeader header = original.header();
        if (Archiving.isOf(header, entry)) return Optional.empty();
        return Optional.of("the op %s has changed since run %s was made: its sources are judged by what it is now"
                .formatted(header.op(), header.id()));
    }
}
