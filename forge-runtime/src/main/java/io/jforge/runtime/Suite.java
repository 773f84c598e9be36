package io.jforge.runtime;

import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.report.SuiteFile;
import io.jforge.runtime.report.SuiteResult;
import io.jforge.runtime.report.SuiteRow;
import io.jforge.runtime.report.SuiteSelection;
import io.jforge.runtime.report.SuiteTask;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Preset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Every preset of every op, measured one after the other: what `%forge suite` has options for. Each method returns
/// this object.
public final class Suite {
    private final Forge forge;
    private final List<String> only = new ArrayList<>();
    private String device = "auto";
    private boolean stored;
    private int iterations = 30;
    private Duration time = Duration.ofSeconds(60);
    private Optional<String> baseline = Optional.empty();
    private BaselineFinder.Wish baselines = BaselineFinder.Wish.USUAL;
    private Optional<Long> seed = Optional.empty();
    private String cache = Cache.COLD.label();
    private Optional<SuiteFile> out = Optional.empty();
    private Optional<List<SuiteTask>> presets = Optional.empty();
    private SuiteListener listener;

    Suite(Forge forge) {
        this.forge = forge;
        this.listener = (_, _, _) -> forge.usualListener();
    }

    /// Presets that this glob over `op/preset` names, and those of further calls: `softmax/wide`, `*/square*`, or an op
    /// alone. All where not given.
    public Suite only(String glob) {
        only.add(glob);
        return this;
    }

    /// `auto` (the first GPU, else the processor), `cpu`, `cuda:0`.
    public Suite device(String id) {
        device = id;
        return this;
    }

    /// Searches for nothing: measures the best that was kept for each task on this device.
    public Suite stored(boolean instead) {
        stored = instead;
        return this;
    }

    /// Proposals of each search at most.
    public Suite iterations(int count) {
        iterations = count;
        return this;
    }

    /// Of each search, at most.
    public Suite time(Duration limit) {
        time = limit;
        return this;
    }

    /// What ours is measured against, e.g. `eager,compile`; naive always is. Where not given: what this machine has.
    public Suite baseline(String names) {
        baselines = baselines.of(BaselineKind.parse(names));
        baseline = Optional.of(names);
        return this;
    }

    /// The Python that has PyTorch: its program's path or name.
    public Suite python(String program) {
        baselines = baselines.with(program);
        return this;
    }

    /// Drives every search; where not given, each draws its own.
    public Suite seed(long value) {
        seed = Optional.of(value);
        return this;
    }

    /// What a candidate finds in the caches when it is timed: `cold`, or `warm` after a run on the same inputs.
    public Suite cache(String which) {
        cache = which;
        return this;
    }

    /// Where the result is written after every row, as JSON; an older result there is replaced.
    ///
    /// @throws io.jforge.runtime.spec.SpecException if it cannot be
    public Suite out(String file) {
        out = Optional.of(new SuiteFile(file));
        return this;
    }

    public Suite listener(SuiteListener told) {
        listener = told;
        return this;
    }

    /// What there is in place of the catalogue's presets; a shape can stand for a preset's name.
    Suite presets(List<SuiteTask> tasks) {
        presets = Optional.of(tasks);
        return this;
    }

    /// Measures one preset after the other. One that cannot run here is a row that says why. Interrupting the thread
    /// ends it; the rows that are done are returned.
    ///
    /// @throws io.jforge.runtime.spec.SpecException if an option does not fit
    /// @throws NoSuchDevice if there is no such device
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler
    /// @throws io.jforge.runtime.store.StoreException if the store or the file cannot be written
    public SuiteResult run() {
        var budget = new Budget(iterations, Optional.of(time), Optional.empty(), OptionalInt.empty());
        var held = Optimization.chosen("cache", cache, Cache.values(), Cache::label);
        var tasks = new SuiteSelection(only).of(presets.orElseGet(this::catalogued));
        var target = forge.device(device);
        forge.python(baselines);
        return measure(tasks, new SuiteRunner(forge, target, budget, seed, held, baselines, stored));
    }

    private SuiteResult measure(List<SuiteTask> tasks, SuiteRunner runner) {
        var started = Instant.now();
        var rows = new ArrayList<SuiteRow>();
        var sofar = result(runner, started, tasks.size(), Optional.empty(), rows);
        for (var task : tasks) {
            var row = runner.row(task, listener.row(rows.size() + 1, tasks.size(), task.name()));
            row.ifPresent(rows::add);
            var interruptedAt = row.isPresent() ? Optional.<String>empty() : Optional.of(task.name());
            var result = result(runner, started, tasks.size(), interruptedAt, rows);
            out.ifPresent(file -> file.write(result));
            sofar = result;
            if (row.isEmpty()) break;
        }
        return sofar;
    }

    private SuiteResult result(
            SuiteRunner runner, Instant started, int planned, Optional<String> interruptedAt, List<SuiteRow> rows) {
        var settings = new SuiteResult.Settings(
                stored,
                Optional.of(iterations).filter(_ -> !stored),
                Optional.of(time.toMillis() / 1e3).filter(_ -> !stored),
                seed,
                cache,
                baseline,
                only);
        return new SuiteResult(
                Forge.version(),
                started,
                Duration.between(started, Instant.now()).toMillis() / 1e3,
                runner.target().id(),
                runner.target().model(),
                runner.environment(),
                settings,
                planned,
                interruptedAt,
                rows);
    }

    /// In the catalogue's order.
    private List<SuiteTask> catalogued() {
        var catalogue = forge.catalogue();
        return catalogue.names().stream()
                .map(name -> catalogue.find(name).op())
                .flatMap(op -> op.presets().values().stream().map(preset -> task(op, preset)))
                .toList();
    }

    private static SuiteTask task(Op op, Preset preset) {
        Map<String, DType> dtypes = preset.dtypes().isEmpty() ? op.dtypes().getFirst() : preset.dtypes();
        var label = dtypes.values().stream().map(DType::label).distinct().collect(Collectors.joining("/"));
        return new SuiteTask(op.name(), preset.name(), new LinkedHashMap<>(preset.symbols()), label);
    }
}
