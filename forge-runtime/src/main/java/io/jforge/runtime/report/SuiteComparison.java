package io.jforge.runtime.report;

import io.jforge.runtime.report.SuiteChange.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Two suites' results, preset by preset: what got faster or slower beyond noise.
///
/// A change counts as one beyond noise only if three things hold: its 95 % interval, from the intervals of both medians
/// and of the drift, does not hold 1 once the machine's [Drift] is taken out; it is at least 1 %; and it is more than
/// what the baselines differ by among themselves, which nobody changed.
public final class SuiteComparison {
    private static final List<String> FACTS =
            List.of("compiler", "flags", "cores", "driver", "NVIDIA driver", "clock limits", "pytorch");

    private final SuiteResult before;
    private final SuiteResult after;
    private final Drift drift;
    private final List<SuiteChange> changes;

    private SuiteComparison(SuiteResult before, SuiteResult after) {
        this.before = before;
        this.after = after;
        var common = after.rows().stream()
                .flatMap(now -> row(before, now).map(old -> new Drift.Twice(old, now)).stream())
                .toList();
        this.drift = Drift.of(
                common.stream()
                        .filter(twice ->
                                difference(twice.before(), twice.after()).isEmpty())
                        .toList(),
                isSame("pytorch"));
        this.changes = Stream.of(common.stream().map(this::change), added(), gone())
                .flatMap(each -> each)
                .toList();
    }

    public static SuiteComparison of(SuiteResult before, SuiteResult after) {
        return new SuiteComparison(before, after);
    }

    public SuiteResult before() {
        return before;
    }

    public SuiteResult after() {
        return after;
    }

    public Drift drift() {
        return drift;
    }

    /// Of the rows that both have, then the added ones, then those that are gone.
    public List<SuiteChange> changes() {
        return changes;
    }

    /// Whether something is slower beyond noise, or does not run any more, or nothing is left that was there before.
    public boolean isWorse() {
        return changes.stream().anyMatch(change -> change.verdict().isWorse())
                || !changes.isEmpty() && changes.stream().allMatch(change -> change.verdict() == Verdict.GONE);
    }

    private static Optional<SuiteRow> row(SuiteResult result, SuiteRow like) {
        return result.rows().stream()
                .filter(row -> row.name().equals(like.name()))
                .findFirst();
    }

    private SuiteChange change(Drift.Twice twice) {
        var old = twice.before();
        var now = twice.after();
        var difference = difference(old, now);
        if (difference.isPresent()) return SuiteChange.apart(old, now, Verdict.INCOMPARABLE, difference.get());
        if (now.ours().isEmpty() && old.ours().isPresent())
            return SuiteChange.apart(old, now, Verdict.LOST, now.reason().orElse("nothing of ours was measured"));
        if (now.ours().isEmpty() || old.ours().isEmpty())
            return SuiteChange.apart(old, now, Verdict.INCOMPARABLE, "nothing of ours was measured before");
        return SuiteChange.compared(old, now, drift);
    }

    /// In the conditions; empty where there is none.
    private Optional<String> difference(SuiteRow old, SuiteRow now) {
        if (!before.model().equals(after.model())) return Optional.of("another device model");
        if (!old.symbols().equals(now.symbols()) || !old.strides().equals(now.strides()))
            return Optional.of("another shape: %s before, %s now".formatted(old.symbols(), now.symbols()));
        if (!old.dtype().equals(now.dtype()))
            return Optional.of("another dtype: %s before, %s now".formatted(old.dtype(), now.dtype()));
        return Objects.equals(old.cache(), now.cache())
                ? Optional.empty()
                : Optional.of("another cache: %s before, %s now".formatted(old.cache(), now.cache()));
    }

    private Stream<SuiteChange> added() {
        return after.rows().stream().filter(now -> row(before, now).isEmpty()).map(SuiteChange::added);
    }

    /// Of what the newer suite was to measure.
    private Stream<SuiteChange> gone() {
        var selection = new SuiteSelection(after.settings().only());
        return before.rows().stream()
                .filter(old -> row(after, old).isEmpty() && selection.holds(old.op(), old.preset()))
                .map(SuiteChange::gone);
    }

    /// What else differs between the two, such as the compiler, which is part of what changed: a line each.
    public List<String> otherwise() {
        var lines = new ArrayList<String>();
        if (!before.model().equals(after.model()))
            lines.add("device: %s before, %s now".formatted(before.model(), after.model()));
        for (var fact : FACTS)
            if (!isSame(fact))
                lines.add("%s: %s before, %s now".formatted(fact, fact(before, fact), fact(after, fact)));
        return lines;
    }

    private boolean isSame(String fact) {
        return fact(before, fact).equals(fact(after, fact));
    }

    private static String fact(SuiteResult result, String name) {
        return result.environment().getOrDefault(name, "none");
    }

    /// As `suite --compare --json` prints it.
    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("old", side(before));
        json.put("new", side(after));
        json.put("drift", drift);
        json.put("least_factor", drift.least());
        json.put("differences", otherwise());
        json.put("worse", isWorse());
        json.put("rows", changes);
        return SuiteJson.plain(json);
    }

    private static Map<String, Object> side(SuiteResult result) {
        var json = new LinkedHashMap<String, Object>();
        json.put("jforge", result.jforge());
        json.put("started", result.started());
        json.put("device", result.device());
        json.put("model", result.model());
        return json;
    }
}
