package io.jforge.runtime.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One preset of a suite: ours beside naive and the other baselines, as one run measured them in turn, or why there is
/// nothing. Its components are the keys of the JSON; those of times end in their unit.
///
/// @param symbols the shape, e.g. rows and cols
/// @param strides in elements, of inputs that are not row-major
/// @param cache what candidates found when they were timed: cold or warm
/// @param state `measured` or `skipped`
/// @param reason why it was skipped, or why nothing of ours was measured
/// @param ours empty where nothing but the baselines was measured
/// @param baselines by name, naive among them
/// @param lead which baseline leads: eager where it was measured, else naive
/// @param speedup of ours over the lead, with its 95 % interval
/// @param roofline ours as a share of what the machine can do
public record SuiteRow(
        String op,
        String preset,
        Map<String, Long> symbols,
        Map<String, List<Long>> strides,
        String dtype,
        String cache,
        String state,
        Optional<String> reason,
        Optional<String> run,
        Optional<Integer> trial,
        Optional<Ours> ours,
        Map<String, Beside> baselines,
        Optional<String> lead,
        Optional<Double> speedup,
        Optional<List<Double>> speedupCi95,
        Optional<Double> roofline,
        Optional<Verified> verified,
        Optional<OtherCache> otherCache,
        List<String> warnings) {
    public static final String MEASURED = "measured";
    public static final String SKIPPED = "skipped";

    public SuiteRow {
        if (op == null || preset == null || dtype == null || symbols == null)
            throw new IllegalArgumentException("a row needs its op, preset, dtype and shape");
        if (!MEASURED.equals(state) && !SKIPPED.equals(state))
            throw new IllegalArgumentException("a row is measured or skipped, not " + state);
        symbols = Collections.unmodifiableMap(new LinkedHashMap<>(symbols));
        strides = strides == null ? Map.of() : Map.copyOf(strides);
        baselines = baselines == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(baselines));
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }

    /// The candidate that was measured.
    ///
    /// @param title what was changed, with its tunables
    public record Ours(
            double medianUs,
            List<Double> ci95Us,
            int samples,
            String title,
            Map<String, Long> tunables,
            String sourceHash) {
        public Ours {
            requireTime(medianUs, ci95Us);
        }
    }

    /// One baseline: its time and the speedup of ours over it, or why it could not be had.
    ///
    /// @param warmUpS what compiling it and its first runs took; naive has none
    public record Beside(
            Optional<Double> medianUs,
            Optional<List<Double>> ci95Us,
            Optional<Integer> samples,
            Optional<Double> warmUpS,
            Optional<Double> speedup,
            Optional<List<Double>> speedupCi95,
            Optional<String> unavailable) {
        public Beside {
            if (medianUs.isEmpty() == unavailable.isEmpty())
                throw new IllegalArgumentException("a baseline has a time, or says why it has none");
            medianUs.ifPresent(micros -> requireTime(micros, ci95Us.orElse(List.of())));
        }
    }

    /// How ours was verified: runs against the reference, on so many seeds, and the worst error over the allowed one.
    public record Verified(int checks, int seeds, double worstShare) {}

    /// Ours and naive in turn with what the suite did not time with in the caches.
    public record OtherCache(
            String cache,
            double naiveUs,
            double medianUs,
            List<Double> ci95Us,
            double speedup,
            List<Double> speedupCi95,
            double roofline) {}

    private static void requireTime(double micros, List<Double> ci95) {
        if (!(micros > 0) || ci95 == null || ci95.size() != 2 || !(ci95.get(0) > 0 && ci95.get(1) >= ci95.get(0)))
            throw new IllegalArgumentException("a time is more than nothing, and its interval has two ends in order");
    }

    /// As `--only` names it: `softmax/wide`.
    public String name() {
        return op + "/" + preset;
    }

    public boolean isSkipped() {
        return state.equals(SKIPPED);
    }

    /// A baseline that was measured.
    Optional<Beside> had(String name) {
        return Optional.ofNullable(baselines.get(name))
                .filter(it -> it.medianUs().isPresent());
    }
}
