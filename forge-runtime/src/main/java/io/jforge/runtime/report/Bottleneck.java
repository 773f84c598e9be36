package io.jforge.runtime.report;

import static io.jforge.runtime.trial.Counter.DRAM_GB_PER_S;
import static io.jforge.runtime.trial.Counter.DRAM_PERCENT;
import static io.jforge.runtime.trial.Counter.L1_PERCENT;
import static io.jforge.runtime.trial.Counter.L2_PERCENT;
import static io.jforge.runtime.trial.Counter.OCCUPANCY_PERCENT;
import static io.jforge.runtime.trial.Counter.SM_PERCENT;

import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Profile.Launch;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What limits a launch, by one rule: a unit of the GPU that works at 60 % of its peak or more, of several the busiest;
/// else latency, by what its warps wait for most.
///
/// 60 % is where NVIDIA's own analysis stops calling a launch latency bound; from 80 % on a unit is close to what it
/// can do. DRAM's peak is what a copy was measured to reach there: no kernel comes to the 100 % that its pins could do.
///
/// @param limit as JSON has it: `dram`, `l2`, `l1`, `compute`, `latency`, or `unknown` where no throughput was counted
/// @param sentence the same with the numbers that it follows from
public record Bottleneck(String limit, String sentence) {
    private static final double BUSY = 60;
    private static final double NEAR_ITS_PEAK = 80;

    private static final Map<Counter, Unit> UNITS = units();

    /// Waits whose names need a word: as ncu's guide explains them.
    private static final Map<String, String> WAITS = Map.ofEntries(
            Map.entry("long scoreboard", "global or local memory"),
            Map.entry("short scoreboard", "shared memory or special functions"),
            Map.entry("barrier", "other warps at a barrier"),
            Map.entry("membar", "a memory fence"),
            Map.entry("lg throttle", "room in the queue to global and local memory"),
            Map.entry("mio throttle", "room in the queue to shared memory and special functions"),
            Map.entry("tex throttle", "room in the texture queue"),
            Map.entry("math pipe throttle", "a busy arithmetic unit"),
            Map.entry("gmma", "the warp group's matrix instructions"),
            Map.entry("wait", "the fixed latency of the instruction before"),
            Map.entry("no instruction", "instructions to be fetched"),
            Map.entry("imc miss", "constants to be fetched"),
            Map.entry("branch resolving", "a branch to be resolved"),
            Map.entry("drain", "their last stores"),
            Map.entry("not selected", "their turn"));

    private record Unit(String limit, String words) {}

    /// Where two are as busy, the one farther from the multiprocessors is named: what is nearer feeds it.
    private static Map<Counter, Unit> units() {
        var units = new LinkedHashMap<Counter, Unit>();
        units.put(DRAM_PERCENT, new Unit("dram", "DRAM"));
        units.put(L2_PERCENT, new Unit("l2", "the L2 cache"));
        units.put(L1_PERCENT, new Unit("l1", "L1 and shared memory"));
        units.put(SM_PERCENT, new Unit("compute", "the multiprocessors"));
        return units;
    }

    /// Of the launch that takes the most time; empty where the counters could not be read.
    public static Optional<Bottleneck> of(Profile profile) {
        return profile.longest().map(launch -> of(launch, profile.copyGigabytesPerSecond()));
    }

    /// @param copy what a copy reaches, in GB/s; 0 where that is not known
    static Bottleneck of(Launch launch, double copy) {
        var busiest = UNITS.keySet().stream()
                .filter(unit -> launch.value(unit).isPresent())
                .max(Comparator.<Counter>comparingDouble(unit -> busy(launch, unit, copy))
                        .thenComparing(Comparator.reverseOrder()));
        if (busiest.isEmpty())
            return new Bottleneck("unknown", "%s: this GPU counted no throughput".formatted(launch.entry()));
        var unit = UNITS.get(busiest.get());
        double percent = busy(launch, busiest.get(), copy);
        if (percent < BUSY) return latency(launch, unit, percent);
        var sentence = "%s: %s by %s, at %s of %s"
                .formatted(
                        launch.entry(),
                        percent >= NEAR_ITS_PEAK ? "bound" : "held most",
                        unit.words(),
                        percent(percent),
                        isOfACopy(launch, busiest.get(), copy) ? "what a copy reaches" : "the peak");
        return new Bottleneck(unit.limit(), sentence);
    }

    private static boolean isOfACopy(Launch launch, Counter unit, double copy) {
        return unit == DRAM_PERCENT && copy > 0 && launch.value(DRAM_GB_PER_S).isPresent();
    }

    private static double busy(Launch launch, Counter unit, double copy) {
        return isOfACopy(launch, unit, copy)
                ? 100 * launch.value(DRAM_GB_PER_S).getAsDouble() / copy
                : launch.value(unit).getAsDouble();
    }

    private static Bottleneck latency(Launch launch, Unit unit, double percent) {
        var sentence =
                new StringBuilder("%s: bound by latency: no unit is at 60 %% of its peak (%s, the busiest, is at %s)"
                        .formatted(launch.entry(), unit.words(), percent(percent)));
        launch.stalls().stream()
                .findFirst()
                .ifPresent(stall -> sentence.append("; warps wait %s of their time%s (%s)"
                        .formatted(
                                percent(stall.percent()),
                                WAITS.containsKey(stall.reason()) ? " for " + WAITS.get(stall.reason()) : "",
                                stall.reason())));
        launch.value(OCCUPANCY_PERCENT)
                .ifPresent(share -> sentence.append("; occupancy is ").append(percent(share)));
        return new Bottleneck("latency", sentence.toString());
    }

    private static String percent(double percent) {
        return String.format(Locale.ROOT, "%.0f %%", percent);
    }
}
