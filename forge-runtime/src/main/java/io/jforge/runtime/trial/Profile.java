package io.jforge.runtime.trial;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What a GPU's counters say of a trial, launch by launch, or why they could not be read.
///
/// @param trial its number in the run; -1 where there was none to profile
/// @param tool what read them, e.g. `ncu 2025.3.1`; empty where nothing did
/// @param cache what each launch found in the caches: `cold`, or `warm`
/// @param launches in order; none where the counters could not be read
/// @param unavailable a line that says why not and what to do; empty where there are launches
/// @param copyGigabytesPerSecond what a copy was measured to reach on that GPU; 0 where that is not known
public record Profile(
        int trial,
        String tool,
        String cache,
        List<Launch> launches,
        String unavailable,
        double copyGigabytesPerSecond) {
    public Profile {
        launches = List.copyOf(launches);
        if (launches.isEmpty() == unavailable.isEmpty())
            throw new IllegalArgumentException("a profile has launches, or says why it has none: trial " + trial);
    }

    public static Profile of(
            int trial, String tool, String cache, List<Launch> launches, double copyGigabytesPerSecond) {
        return new Profile(trial, tool, cache, launches, "", copyGigabytesPerSecond);
    }

    public static Profile unavailable(int trial, String why) {
        return new Profile(trial, "", "", List.of(), why, 0);
    }

    /// The launch that takes the most time: what limits it limits the source. The first where no time is known.
    public Optional<Launch> longest() {
        return launches.stream()
                .min(Comparator.comparingDouble(
                        launch -> -launch.value(Counter.DURATION_US).orElse(0)));
    }

    /// One launch.
    ///
    /// @param values a counter that this GPU does not have is absent
    /// @param stalls the greatest first
    public record Launch(String entry, Map<Counter, Double> values, List<Stall> stalls) {
        public Launch {
            var ordered = new EnumMap<Counter, Double>(Counter.class);
            ordered.putAll(values);
            values = Collections.unmodifiableMap(ordered);
            stalls = List.copyOf(stalls);
        }

        public OptionalDouble value(Counter counter) {
            return values.containsKey(counter) ? OptionalDouble.of(values.get(counter)) : OptionalDouble.empty();
        }
    }

    /// Why warps did not issue.
    ///
    /// @param reason as ncu names it, e.g. `long scoreboard`
    /// @param percent of the cycles between two instructions of a warp
    public record Stall(String reason, double percent) {}
}
