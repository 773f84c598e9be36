package io.jforge.runtime.report;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.Reproduction.Changed;
import io.jforge.runtime.report.Reproduction.Side;
import io.jforge.runtime.store.RunRecord;
import java.util.List;
import java.util.Optional;

/// The rule of [Reproduction], and its words.
record Verdict(
        RunRecord original, RunRecord repeated, Side before, Side after, boolean sameDevice, List<Changed> changed) {

    /// What was not reproduced; empty if all was.
    Optional<String> whyNot() {
        if (before.count() <= 1) return Optional.of("it has the naive source alone, so there is nothing to reproduce");
        if (after.count() < before.count())
            return Optional.of("%d of its %d trials were tried again (%s)"
                    .formatted(after.count(), before.count(), repeated.state()));
        if (!changed.isEmpty())
            return Optional.of("%d of its %d trials %s right and %s not, or the other way round"
                    .formatted(
                            changed.size(),
                            after.count(),
                            changed.size() == 1 ? "was" : "were",
                            changed.size() == 1 ? "is" : "are"));
        if (before.winner().isEmpty()) return Optional.empty();
        if (after.confirmed().isEmpty())
            return Optional.of("its winner, trial %d, did not pass once more beside naive".formatted(winner()));
        return slower(after.confirmed().get());
    }

    private int winner() {
        return original.winner().orElseThrow().number();
    }

    private Optional<String> slower(Speedup now) {
        boolean wasFaster =
                before.confirmed().map(Speedup::low).orElse(before.speedup().orElseThrow()) > 1;
        if (wasFaster && now.low() <= 1)
            return Optional.of("its winner, trial %d, is not faster than naive here beyond noise: %s"
                    .formatted(winner(), words(after)));
        if (!sameDevice) return Optional.empty();
        boolean overlaps = before.confirmed()
                .filter(then -> then.low() <= now.high() && now.low() <= then.high())
                .isPresent();
        if (overlaps || now.ratio() >= Reproduction.SHARE * before.speedup().orElseThrow()) return Optional.empty();
        return Optional.of("its winner, trial %d, is %s as fast as naive here, and was %s"
                .formatted(winner(), words(after), words(before)));
    }

    /// What was reproduced.
    String why() {
        var trials = "the same of its %d trials are right".formatted(after.count());
        if (before.winner().isEmpty()) return trials + "; nothing but naive was right, so there is no speedup";
        var speedup = "its winner, trial %d, is %s as fast as naive, and was %s"
                .formatted(winner(), words(after), words(before));
        return "%s, and %s%s".formatted(trials, speedup, sameDevice ? "" : " on another device, which is not judged");
    }

    private static String words(Side side) {
        return side.confirmed()
                .map(pairs -> "%sx (%s)".formatted(Tables.number(pairs.ratio()), Tables.interval(pairs)))
                .orElseGet(() -> "%sx (not confirmed)"
                        .formatted(Tables.number(side.speedup().orElseThrow())));
    }
}
