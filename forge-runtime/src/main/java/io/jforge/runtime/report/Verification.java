package io.jforge.runtime.report;

import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunEnding.Confirmation;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Rung;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// How trials were verified, for people: run by run, and what each rung cost.
public final class Verification {
    private static final double PERCENT = 100;
    private static final double MILLI = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private Verification() {}

    /// What one rung took of a run: how often something was run and compared with the reference, and for
    /// how long.
    ///
    /// @param worstShare the largest error over the error allowed
    public record Cost(Rung rung, int runs, Duration took, double worstShare) {}

    /// Of all that was verified in a run, its winner's confirmation included; rungs that nobody stood on
    /// are left out.
    public static List<Cost> costs(RunRecord run) {
        var checks = Stream.concat(
                        run.trials().stream().flatMap(trial -> evidence(trial).stream()),
                        confirmation(run).map(Confirmation::evidence).stream())
                .flatMap(evidence -> evidence.checks().stream())
                .collect(Collectors.groupingBy(Check::rung));
        return Stream.of(Rung.values())
                .filter(checks::containsKey)
                .map(rung -> cost(rung, checks.get(rung)))
                .toList();
    }

    private static Cost cost(Rung rung, List<Check> checks) {
        var took = checks.stream().map(Check::took).reduce(Duration.ZERO, Duration::plus);
        double worst = checks.stream().mapToDouble(Check::share).max().orElse(0);
        return new Cost(rung, checks.size(), took, worst);
    }

    private static Optional<Confirmation> confirmation(RunRecord run) {
        return run.ending().flatMap(RunEnding::confirmation);
    }

    /// A trial's evidence if it was timed; a winner's holds what it had to show to be confirmed, too.
    public static Optional<Evidence> evidence(RunRecord run, Trial trial) {
        var confirmed = confirmation(run).filter(winner -> winner.trial() == trial.number());
        return evidence(trial)
                .map(own -> confirmed.map(winner -> own.and(winner.evidence())).orElse(own));
    }

    private static Optional<Evidence> evidence(Trial trial) {
        return trial.outcome() instanceof Outcome.Timed timed ? Optional.of(timed.evidence()) : Optional.empty();
    }

    /// One sentence: `Runs compared with the reference: 412 (every trial, 2.10 s), 35 (a new best, 0.60 s).`
    public static String sentence(RunRecord run) {
        var costs = costs(run);
        if (costs.isEmpty()) return "";
        return costs.stream()
                .map(cost -> String.format(
                        Locale.ROOT,
                        "%d (%s, %.2f s)",
                        cost.runs(),
                        cost.rung().label(),
                        cost.took().toMillis() / MILLI))
                .collect(Collectors.joining(", ", "Runs compared with the reference: ", "."));
    }

    static List<Map<String, Object>> json(RunRecord run) {
        var rungs = new ArrayList<Map<String, Object>>();
        for (var cost : costs(run)) {
            var json = new LinkedHashMap<String, Object>();
            json.put("rung", cost.rung().number());
            json.put("of", cost.rung().label());
            json.put("runs", cost.runs());
            json.put("seconds", cost.took().toNanos() / 1e9);
            json.put("worst_share", cost.worstShare());
            rungs.add(json);
        }
        return rungs;
    }

    /// A line for each check, then the notes.
    public static List<String> lines(Evidence evidence) {
        return Stream.concat(evidence.checks().stream().map(Verification::line), evidence.notes().stream())
                .toList();
    }

    private static String line(Check check) {
        return "rung %d, %s: %s, %s of what is allowed"
                .formatted(check.rung().number(), check.moment().label(), check.label(), percent(check.share()));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", PERCENT * share);
    }

    /// A row for each check, in the order they were made.
    public static Table table(Evidence evidence) {
        var rung = IntColumn.create("rung");
        var when = StringColumn.create("when");
        var shape = StringColumn.create("shape");
        var inputs = StringColumn.create("inputs");
        var seed = StringColumn.create("seed");
        var error = StringColumn.create("worst error");
        var share = DoubleColumn.create("% of allowed");
        var millis = DoubleColumn.create("ms");
        for (var check : evidence.checks()) {
            rung.append(check.rung().number());
            when.append(check.moment().label());
            shape.append(check.shape());
            inputs.append(check.inputs());
            seed.append(Long.toHexString(check.seed()));
            error.append(error(check));
            share.append(PERCENT * check.share());
            millis.append(check.took().toNanos() / NANOS_PER_MILLI);
        }
        return Table.create("", rung, when, shape, inputs, seed, error, share, millis);
    }

    /// The worst error in words.
    public static String error(Check check) {
        return Double.isNaN(check.error()) ? "mean square" : String.format(Locale.ROOT, "%.2g", check.error());
    }

    /// What stands above the table: how many runs against the reference, and the worst.
    public static String title(Evidence evidence) {
        if (evidence.checks().isEmpty()) return "No run was compared with the reference";
        var seeds = evidence.checks().stream().map(Check::seed).distinct().count();
        return "%d runs on %d seeds were compared with the reference; the worst error is %s of the allowed one"
                .formatted(evidence.checks().size(), seeds, percent(evidence.worstShare()));
    }

    /// All of it in plain text.
    public static String text(Evidence evidence) {
        var text = title(evidence) + ".\n\n" + Tables.text(table(evidence));
        return evidence.notes().isEmpty()
                ? text
                : text + "\n"
                        + evidence.notes().stream()
                                .map(note -> "Note: " + note + ".")
                                .collect(Collectors.joining("\n"));
    }

    /// Keys end in their unit; seeds are hexadecimal, since JSON's numbers do not hold them.
    public static Map<String, Object> json(Evidence evidence) {
        var json = new LinkedHashMap<String, Object>();
        json.put("worst_share", evidence.worstShare());
        json.put("checks", evidence.checks().stream().map(Verification::json).toList());
        json.put("notes", evidence.notes());
        return json;
    }

    private static Map<String, Object> json(Check check) {
        var json = new LinkedHashMap<String, Object>();
        json.put("rung", check.rung().number());
        json.put("when", check.moment().label());
        json.put("shape", check.shape());
        json.put("inputs", check.inputs());
        json.put("seed", Long.toHexString(check.seed()));
        json.put("share", check.share());
        if (!Double.isNaN(check.error())) json.put("error", check.error());
        json.put("ms", check.took().toNanos() / NANOS_PER_MILLI);
        return json;
    }
}
