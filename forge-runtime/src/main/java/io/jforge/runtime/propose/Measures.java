package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Tunable;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What was measured of trials, in words.
final class Measures {
    private static final int STALLS = 3;
    private static final int LINES = 3;
    private static final int LENGTH = 300;

    private final double leastMicros;

    /// @param leastMicros the roofline's time; NaN: not known
    Measures(double leastMicros) {
        this.leastMicros = leastMicros;
    }

    /// Its time and share of the roofline, or why it has none, in few words.
    String outcome(Trial trial) {
        return switch (trial.outcome()) {
            case Outcome.Timed(Timing timing, Evidence _) -> time(timing);
            case Outcome.Rejected _,
                    Outcome.Forbidden _,
                    Outcome.Crashed _,
                    Outcome.TimedOut _,
                    Outcome.Wrong _,
                    Outcome.Suspect _ -> trial.outcome().label();
        };
    }

    private String time(Timing timing) {
        return time(timing.medianMicros()) + (timing.racedOut() ? ", stopped early" : "");
    }

    String time(double micros) {
        return Double.isNaN(leastMicros)
                ? Words.micros(micros)
                : "%s (%s of the roofline)".formatted(Words.micros(micros), Words.percent(leastMicros / micros));
    }

    /// The same with the spread of its samples.
    String precise(Timing timing) {
        var interval = timing.ci95Micros();
        return "%s, 95 %% interval %s to %s"
                .formatted(time(timing), Words.micros(interval.get(0)), Words.micros(interval.get(1)));
    }

    /// The first lines of what it failed of.
    static String reason(Outcome outcome) {
        var lines = outcome.message()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(LINES)
                .collect(Collectors.joining(" / "));
        return outcome.label() + ": " + Words.cut(lines, LENGTH);
    }

    /// In the order in which its header declares them, e.g. `TPB=256, VEC=4`; empty where there are none.
    static String point(Trial trial) {
        var assignment = trial.candidate().assignment();
        return trial.candidate().source().header().tunables().stream()
                .map(Tunable::name)
                .filter(assignment::containsKey)
                .map(name -> name + "=" + assignment.get(name))
                .collect(Collectors.joining(", "));
    }

    /// What each launch takes of a GPU; none on a processor.
    static List<String> resources(Trial trial) {
        return trial.resources().launches().stream().map(Measures::launch).toList();
    }

    private static String launch(Resources.Launch launch) {
        var text = new StringBuilder("`%s`: %d threads a block, %d registers a thread, %s, %s of shared memory a block"
                .formatted(
                        launch.entry(),
                        launch.threads(),
                        launch.registers(),
                        launch.spillBytes() == 0 ? "no spills" : "SPILLS " + Words.bytes(launch.spillBytes()),
                        launch.sharedBytes() == 0 ? "none" : Words.room(launch.sharedBytes())));
        launch.blocks().ifPresent(blocks -> text.append(", %d blocks a multiprocessor".formatted(blocks)));
        launch.occupancy().ifPresent(share -> text.append(", occupancy ").append(Words.percent(share)));
        return text.toString();
    }

    /// What the GPU's counters say, launch by launch.
    static String counters(Profile profile) {
        return profile.launches().stream().map(Measures::counters).collect(Collectors.joining("\n"));
    }

    private static String counters(Profile.Launch launch) {
        var values = launch.values().entrySet().stream()
                .map(each -> each.getKey().title() + ": " + figure(each.getValue()))
                .collect(Collectors.joining("; "));
        var waits = launch.stalls().stream()
                .limit(STALLS)
                .map(stall -> "%s %.0f %%".formatted(stall.reason(), stall.percent()))
                .collect(Collectors.joining(", "));
        return "Counters of `%s`: %s.%s"
                .formatted(launch.entry(), values, waits.isEmpty() ? "" : " Its warps wait most for: " + waits + ".");
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value);
    }
}
