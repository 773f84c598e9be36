package io.jforge.runtime.report;

import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunEnding.Pair;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A run as `--json` prints it: maps, lists and numbers. Keys end in their unit.
public final class RunJson {
    private static final int SCHEMA = 1;

    private RunJson() {}

    /// Everything that `optimize --json` tells.
    public static Map<String, Object> full(RunRecord run) {
        var json = new LinkedHashMap<String, Object>();
        json.put("schema", SCHEMA);
        json.putAll(head(run));
        if (run.isCandidate()) json.put("candidate", candidate(run));
        json.put("seed", run.header().seed());
        json.put("isolation", run.header().settings().isolation());
        json.put("cache", run.header().settings().cache());
        json.put("iterations", run.iterations());
        json.put("baselines", baselines(run));
        json.put("best", run.best().map(best -> best(run, best)).orElse(null));
        json.put("trials", run.counts());
        json.put("stages_ms", stages(run.trials()));
        json.put("verification", Verification.json(run));
        if (!run.exchanges().isEmpty())
            json.put("llms", Spending.of(run).stream().map(Spending::json).toList());
        json.put("wall_s", run.ending().map(RunEnding::wallSeconds).orElse(null));
        json.put("stop", run.ending().map(RunEnding::stop).orElse(null));
        json.put("roofline_gb_per_s", run.header().roofline().gigabytesPerSecond());
        json.put("roofline_gflops", run.header().roofline().gigaflops());
        json.put("environment", environment(run));
        json.put("environment_at_end", run.ending().map(RunEnding::environment).orElse(Map.of()));
        json.put("warnings", run.ending().map(RunEnding::warnings).orElse(List.of()));
        return json;
    }

    /// What is known of the machine, for who wants to repeat a run: of its start, and of its baselines.
    public static Map<String, String> environment(RunRecord run) {
        var facts = new LinkedHashMap<>(run.header().environment());
        facts.putAll(Against.report(run).facts());
        return facts;
    }

    /// A run in the list of `runs --json`.
    public static Map<String, Object> brief(RunRecord run) {
        var json = head(run);
        json.put("trials", run.counts());
        json.put("best", run.best().map(best -> briefBest(run, best)).orElse(null));
        json.put("state", run.state());
        json.put("started", run.header().started().toString());
        return json;
    }

    /// How a trial was verified, as `show RUN TRIAL --evidence --json` prints it.
    public static Map<String, Object> evidence(RunRecord run, Trial trial) {
        var json = head(run);
        json.put("trial", trial.number());
        json.put("outcome", trial.outcome().label());
        json.put("message", trial.outcome().message());
        Verification.evidence(run, trial).ifPresent(evidence -> json.put("evidence", Verification.json(evidence)));
        return json;
    }

    /// One trial as `show RUN TRIAL --json` prints it.
    public static Map<String, Object> trial(RunRecord run, Trial trial) {
        var json = head(run);
        json.put("trial", trial.number());
        json.put("parent_node", trial.parentNode());
        json.put("iteration", trial.iteration());
        json.put("change", trial.change());
        json.put("tunables", trial.candidate().assignment());
        if (!run.exchanges().isEmpty()) json.put("by", Spending.by(run, trial));
        json.put("outcome", trial.outcome().label());
        json.put("message", trial.outcome().message());
        trial.medianMicros().ifPresent(micros -> {
            json.put("median_us", micros);
            json.put("roofline", run.header().leastMicros() / micros);
        });
        json.put("stages_ms", stages(List.of(trial)));
        if (!trial.resources().launches().isEmpty())
            json.put(
                    "resources",
                    trial.resources().launches().stream().map(RunJson::launch).toList());
        Profiles.of(run, trial).ifPresent(profile -> json.put("profile", Profiles.json(profile)));
        json.put("source", trial.candidate().source().text());
        return json;
    }

    private static Map<String, Object> launch(Resources.Launch launch) {
        var json = new LinkedHashMap<String, Object>();
        json.put("entry", launch.entry());
        json.put("registers", launch.registers());
        json.put("spill_bytes", launch.spillBytes());
        json.put("shared_bytes", launch.sharedBytes());
        json.put("threads", launch.threads());
        launch.blocks().ifPresent(blocks -> json.put("blocks_per_sm", blocks));
        launch.occupancy().ifPresent(share -> json.put("occupancy", share));
        return json;
    }

    private static Map<String, Object> head(RunRecord run) {
        var json = new LinkedHashMap<String, Object>();
        json.put("run", run.header().id());
        json.put("name", run.header().name());
        if (run.isCandidate()) json.put("kind", RunRecord.CANDIDATE);
        run.header().replayed().ifPresent(other -> {
            json.put("kind", "replay");
            json.put("replayed", Map.of("run", other.run(), "from", other.from()));
        });
        json.put("op", run.header().op());
        json.put(
                "task",
                Map.of("symbols", run.header().symbols(), "dtype", run.header().dtype()));
        json.put("device", run.header().device());
        return json;
    }

    /// What became of a person's own source; null if it was not reached.
    private static Map<String, Object> candidate(RunRecord run) {
        return run.candidate()
                .map(trial -> {
                    var json = trial(run, trial);
                    json.keySet().removeAll(head(run).keySet());
                    if (trial.outcome() instanceof Outcome.Timed timed) {
                        json.put("checks", Verification.lines(timed.evidence()));
                        json.put("worst_share", timed.evidence().worstShare());
                    }
                    json.put("best_stored", stored(run));
                    return json;
                })
                .orElse(null);
    }

    private static Map<String, Object> stored(RunRecord run) {
        return run.ending()
                .flatMap(RunEnding::confirmation)
                .flatMap(RunEnding.Confirmation::rival)
                .<Map<String, Object>>map(rival -> Map.of(
                        "run", rival.run(),
                        "trial", rival.trial(),
                        "median_us", rival.timing().medianMicros(),
                        "speedup", rival.overNaive().ratio(),
                        "candidate_over_it", rival.behind().ratio(),
                        "candidate_over_it_ci95",
                                List.of(rival.behind().low(), rival.behind().high())))
                .orElse(null);
    }

    private static Map<String, Object> baselines(RunRecord run) {
        var json = Against.json(run);
        Tables.naiveTiming(run).ifPresent(timing -> json.put("naive", Map.of("median_us", timing.medianMicros())));
        return json;
    }

    private static Map<String, Object> best(RunRecord run, Trial best) {
        var json = briefBest(run, best);
        var timing = Tables.bestTiming(run).orElseThrow();
        json.put("ci95_us", timing.ci95Micros());
        json.put("speedups", speedups(run));
        run.ending()
                .flatMap(RunEnding::confirmation)
                .ifPresent(confirmed -> json.put(
                        "speedup_ci95",
                        List.of(confirmed.speedup().low(), confirmed.speedup().high())));
        json.put("roofline", run.header().leastMicros() / timing.medianMicros());
        json.put("caches", caches(run));
        Profiles.of(run).ifPresent(profile -> json.put("profile", Profiles.json(profile)));
        json.put("change", change(run, best));
        json.put("tunables", best.candidate().assignment());
        json.put("source", best.candidate().source().text());
        return json;
    }

    /// Over each baseline that was measured; the one that leads comes first.
    private static Map<String, Object> speedups(RunRecord run) {
        var json = new LinkedHashMap<String, Object>();
        for (var result : Against.measured(run))
            json.put(result.name(), result.speedup().orElseThrow().ratio());
        json.put("naive", Tables.speedup(run));
        return json;
    }

    /// What the winner was confirmed with in the caches: cold and warm.
    private static Map<String, Object> caches(RunRecord run) {
        var json = new LinkedHashMap<String, Object>();
        var settings = run.header().settings();
        run.ending().flatMap(RunEnding::confirmation).ifPresent(confirmed -> {
            json.put(settings.cache(), inTurn(run, Pair.of(confirmed.naive(), confirmed.best())));
            confirmed.other().ifPresent(other -> json.put(settings.otherCache(), inTurn(run, other)));
        });
        return json;
    }

    private static Map<String, Object> inTurn(RunRecord run, Pair times) {
        var json = new LinkedHashMap<String, Object>();
        json.put("naive_us", times.naive().medianMicros());
        json.put("median_us", times.best().medianMicros());
        json.put("ci95_us", times.best().ci95Micros());
        json.put("speedup", times.speedup().ratio());
        json.put("speedup_ci95", List.of(times.speedup().low(), times.speedup().high()));
        json.put("roofline", run.header().leastMicros() / times.best().medianMicros());
        return json;
    }

    private static Map<String, Object> briefBest(RunRecord run, Trial best) {
        var json = new LinkedHashMap<String, Object>();
        json.put("trial", best.number());
        json.put("median_us", Tables.bestTiming(run).map(Timing::medianMicros).orElse(null));
        json.put("speedup", Tables.speedup(run));
        return json;
    }

    /// What was changed on the way from the naive source, in words.
    private static String change(RunRecord run, Trial best) {
        return run.lineage(best).stream()
                .filter(step -> step.parentNode() >= 0)
                .map(Trial::change)
                .collect(Collectors.joining("; "));
    }

    private static Map<String, Object> stages(List<Trial> trials) {
        var json = new LinkedHashMap<String, Object>();
        json.put("compile", median(trials, Stages::compile));
        json.put("ahead", median(trials, Stages::ahead));
        json.put("verify", median(trials, Stages::verify));
        json.put("time", median(trials, Stages::time));
        json.put("total", median(trials, Stages::total));
        return json;
    }

    /// Over the trials that reached the stage; milliseconds.
    private static Double median(List<Trial> trials, Function<Stages, Duration> stage) {
        var times = trials.stream()
                .map(trial -> stage.apply(trial.stages()))
                .filter(Duration::isPositive)
                .sorted()
                .toList();
        return times.isEmpty() ? null : times.get(times.size() / 2).toNanos() / 1e6;
    }
}
