package io.jforge.runtime.report;

import com.fasterxml.jackson.annotation.JsonValue;
import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.SuiteRow.Ours;
import java.util.List;
import java.util.Optional;

/// What became of one preset between two suites. Its components are the keys of the JSON.
///
/// @param speedup old over new time of ours, the machine's drift taken out; empty where they cannot be compared
/// @param leadOld the speedup over what led then; `leadNew` over what leads now
/// @param reason why they cannot be compared; empty where they can
public record SuiteChange(
        String op,
        String preset,
        String dtype,
        Verdict verdict,
        Optional<String> reason,
        Optional<Double> oldUs,
        Optional<Double> newUs,
        Optional<Double> speedup,
        Optional<List<Double>> speedupCi95,
        Optional<Double> leadOld,
        Optional<Double> leadNew) {

    /// How the two compare.
    public enum Verdict {
        FASTER("faster"),
        SLOWER("slower"),
        SAME("same within noise"),
        LOST("measured no more"),
        INCOMPARABLE("not comparable"),
        ADDED("added"),
        GONE("gone");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        @JsonValue
        public String words() {
            return words;
        }

        /// Whether a build that is guarded fails: something is slower, or does not run any more.
        public boolean isWorse() {
            return this == SLOWER || this == LOST;
        }
    }

    /// Both were measured under the same conditions.
    ///
    /// It is faster or slower if the interval of the speedup does not hold 1, and the speedup is at least the least
    /// factor that counts ([Drift#least]).
    static SuiteChange compared(SuiteRow before, SuiteRow after, Drift drift) {
        var old = before.ours().orElseThrow();
        var now = after.ours().orElseThrow();
        var speedup = Quotient.times(Quotient.of(time(old), time(now)), drift.interval());
        return of(before, after, verdict(speedup, drift.least()), Optional.empty(), Optional.of(speedup));
    }

    private static Speedup time(Ours ours) {
        return Quotient.time(ours.medianUs(), ours.ci95Us());
    }

    private static Verdict verdict(Speedup speedup, double least) {
        if (speedup.low() > 1 && speedup.ratio() >= least) return Verdict.FASTER;
        return speedup.high() < 1 && speedup.ratio() <= 1 / least ? Verdict.SLOWER : Verdict.SAME;
    }

    /// There is no comparing them.
    static SuiteChange apart(SuiteRow before, SuiteRow after, Verdict verdict, String reason) {
        return of(before, after, verdict, Optional.of(reason), Optional.empty());
    }

    private static SuiteChange of(
            SuiteRow before, SuiteRow after, Verdict verdict, Optional<String> reason, Optional<Speedup> speedup) {
        return new SuiteChange(
                after.op(),
                after.preset(),
                after.dtype(),
                verdict,
                reason,
                before.ours().map(Ours::medianUs),
                after.ours().map(Ours::medianUs),
                speedup.map(Speedup::ratio),
                speedup.map(it -> List.of(it.low(), it.high())),
                before.speedup(),
                after.speedup());
    }

    static SuiteChange added(SuiteRow row) {
        return alone(row, Verdict.ADDED, Optional.empty(), row.ours().map(Ours::medianUs));
    }

    static SuiteChange gone(SuiteRow row) {
        return alone(row, Verdict.GONE, row.ours().map(Ours::medianUs), Optional.empty());
    }

    private static SuiteChange alone(SuiteRow row, Verdict verdict, Optional<Double> old, Optional<Double> now) {
        boolean isNew = verdict == Verdict.ADDED;
        return new SuiteChange(
                row.op(),
                row.preset(),
                row.dtype(),
                verdict,
                Optional.empty(),
                old,
                now,
                Optional.empty(),
                Optional.empty(),
                row.speedup().filter(_ -> !isNew),
                row.speedup().filter(_ -> isNew));
    }
}
