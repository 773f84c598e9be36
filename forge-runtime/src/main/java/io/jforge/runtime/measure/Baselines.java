package io.jforge.runtime.measure;

import io.jforge.runtime.device.Fill;
import io.jforge.runtime.trial.Timing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The baselines of one run: made ready once, sampled in rounds, so that what drifts meets them and the candidates
/// alike.
public final class Baselines implements AutoCloseable {
    private final Map<BaselineKind, Had<Baseline>> asked;
    private final Map<BaselineKind, Had<Double>> warmUps = new EnumMap<>(BaselineKind.class);
    private final Map<BaselineKind, List<Long>> samples = new EnumMap<>(BaselineKind.class);

    private final Supplier<Map<String, String>> facts;

    /// @param asked those that were asked for, or why one cannot be had
    /// @param facts for who wants to repeat a run, once they are measured
    public Baselines(Map<BaselineKind, Had<Baseline>> asked, Supplier<Map<String, String>> facts) {
        this.facts = facts;
        this.asked = new EnumMap<>(BaselineKind.class);
        this.asked.putAll(asked);
    }

    public static Baselines none() {
        return new Baselines(Map.of(), Map::of);
    }

    public boolean isEmpty() {
        return asked.isEmpty();
    }

    /// Compiles and warms up each that was not before. One that computes something else than the reference is out.
    ///
    /// @param wrongIn what is wrong with outputs in a file for the first set of inputs
    /// @param told which is next
    public void prepare(
            List<List<Fill>> sets,
            BiFunction<Path, List<Fill>, Optional<String>> wrongIn,
            Consumer<BaselineKind> told) {
        asked.forEach((kind, baseline) -> {
            if (warmUps.containsKey(kind)) return;
            told.accept(kind);
            warmUps.put(
                    kind,
                    baseline.then(it -> it.prepare(sets))
                            .then(ready -> wrongIn.apply(ready.outputs(), sets.getFirst())
                                    .<Had<Double>>map(where -> Had.missing("it computes something else: " + where))
                                    .orElseGet(() -> Had.got(ready.warmUpSeconds()))));
        });
    }

    /// Forgets the samples taken so far: the next round is the first of another comparison.
    public void restart() {
        samples.clear();
    }

    /// Takes `count` samples of each; one that fails now is out.
    public void round(int count, Cache held) {
        asked.forEach((kind, baseline) -> {
            if (!(warmUps.get(kind) instanceof Had.Got<Double>)) return;
            switch (baseline.then(it -> it.sample(count, held))) {
                case Had.Got<List<Long>>(List<Long> taken) ->
                    samples.computeIfAbsent(kind, _ -> new ArrayList<>()).addAll(taken);
                case Had.Missing<List<Long>>(String why) -> warmUps.put(kind, Had.missing(why));
            }
        });
    }

    /// How the winner, which was sampled in the same rounds, compares with each.
    public BaselineReport against(Timing winner) {
        var results = new ArrayList<BaselineResult>();
        warmUps.forEach((kind, warmUp) -> results.add(
                switch (warmUp) {
                    case Had.Missing<Double>(String why) -> BaselineResult.missing(kind, why);
                    case Had.Got<Double>(Double seconds) -> {
                        var timing = new Timing(samples.get(kind), false);
                        yield BaselineResult.measured(kind, timing, Speedup.ofPairs(timing, winner), seconds);
                    }
                }));
        return new BaselineReport(results, facts.get());
    }

    @Override
    public void close() {
        for (var baseline : asked.values()) if (baseline instanceof Had.Got<Baseline>(Baseline it)) it.close();
    }
}
