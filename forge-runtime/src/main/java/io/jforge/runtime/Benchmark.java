package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.util.ArrayList;
import java.util.List;

/// Sources to be put side by side: what `%forge bench` has options for. Each method returns this object.
public final class Benchmark {
    private final Forge forge;
    private final Catalogue.Entry entry;
    private final List<Origin> origins = new ArrayList<>();
    private String shape;
    private String dtype;
    private String device = "auto";
    private RunListener listener;

    Benchmark(Forge forge, Catalogue.Entry entry) {
        this.forge = forge;
        this.entry = entry;
        this.listener = forge.usualListener();
    }

    /// One more source: a file, or a trial: `12` or `best` of the last run, `RUN/12`, `RUN/best`.
    ///
    /// @throws SpecException if there is no such file or trial
    public Benchmark source(String fileOrTrial) {
        origins.add(forge.origin(fileOrTrial));
        return this;
    }

    /// One more source: its whole text, and what to call it.
    public Benchmark source(String words, String text) {
        origins.add(Origin.written(words, text));
        return this;
    }

    /// `4096x1024`, `rows=4096,cols=1024`, or a preset's name; the op's first preset where not given.
    public Benchmark shape(String text) {
        shape = text;
        return this;
    }

    public Benchmark dtype(String label) {
        dtype = label;
        return this;
    }

    /// `auto` (the first that runs the first source's language), `cpu`, `cuda:0`.
    public Benchmark device(String id) {
        device = id;
        return this;
    }

    public Benchmark listener(RunListener told) {
        listener = told;
        return this;
    }

    /// Tries each source with its tunables, and measures those that are right in turn with naive and the best
    /// that was kept. Nothing is searched for, and nothing is kept. Interrupting the thread ends it with what
    /// was tried so far.
    ///
    /// @throws SpecException if shape, dtype or device do not fit
    /// @throws NoSuchDevice if there is no such device
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler
    public SideBySide run() {
        var entrants = origins.stream().map(origin -> Entrant.of(origin, entry)).toList();
        var target = target(entrants);
        var task = Task.of(entry.op(), shape, dtype, target);
        TaskCheck.require(task, entry.naive(target.language()));
        var stored = forge.store()
                .fastest(
                        task.op().name(),
                        task.label(),
                        target.id(),
                        header -> RecordedTask.isLike(
                                header, task, Conditions.Chosen.usual().cache()));
        try (var rig = forge.rig(task, entry, Conditions.Chosen.usual(), listener)) {
            var compared = new Heats(rig, task, entry, listener).run(stored, entrants);
            listener.compared(compared);
            return compared;
        }
    }

    /// Where `auto` is asked for, the language of the first source that reads decides.
    private Target target(List<Entrant> entrants) {
        var languages = entrants.stream().flatMap(entrant -> entrant.language().stream());
        return device == null || device.equals("auto")
                ? languages
                        .findFirst()
                        .map(language -> forge.device(device, language))
                        .orElseGet(() -> forge.device(device))
                : forge.device(device);
    }
}
