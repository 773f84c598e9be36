package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.Aside;
import io.jforge.runtime.store.Cleaning.Old;
import io.jforge.runtime.store.Cleaning.Removed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `gc --older AGE`: deletes old runs, and gives the system back what they took.
@Command(name = "gc", description = "delete old runs and give back the room that they took")
class GcVerb extends Verb {
    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([hdw])");

    @Option(
            names = "--older",
            required = true,
            paramLabel = "AGE",
            description = "runs that began longer ago than that go, named ones too: 30d, 2w, 12h")
    private String age;

    @Option(
            names = "--keep",
            split = ",",
            paramLabel = "RUN,...",
            description = "ids, or names of runs (all that have the name), that stay; may be repeated")
    private List<String> kept = List.of();

    @Option(names = "--dry-run", description = "tell what would go, and delete nothing")
    private boolean dryRun;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var before = Instant.now().minus(age());
        var stay = Set.copyOf(kept.stream().map(each -> known(forge, each)).toList());
        var old = forge.store().cleaning().before(before).stream()
                .filter(run -> !stay.contains(run.id()) && !stay.contains(run.name()))
                .toList();
        var aside = forge.store().aside();
        if (dryRun) return foretold(old, aside);
        return done(old, forge.sweep(old.stream().map(Old::id).toList()), aside);
    }

    /// A mistyped name would let the run go.
    private static String known(Forge forge, String idOrName) {
        forge.store().id(idOrName);
        return idOrName;
    }

    private Duration age() {
        var matcher = AGE.matcher(age.strip());
        if (!matcher.matches())
            throw new SpecException("an age is a number with h, d or w, e.g. 30d, not '" + age + "'");
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }

    private Answer foretold(List<Old> old, List<Aside> aside) {
        var shown = new ArrayList<MimeBundle>();
        var grid = new Grid("run", "name", "trials", "size", "started");
        for (var run : old)
            grid.row(
                    run.id(),
                    run.name().equals(run.id()) ? "" : run.name(),
                    String.valueOf(run.trials()),
                    size(run.bytes()),
                    RunsVerb.TIME.format(run.started()));
        if (!old.isEmpty()) shown.add(grid.bundle());
        int trials = old.stream().mapToInt(Old::trials).sum();
        long bytes = old.stream().mapToLong(Old::bytes).sum();
        shown.add(MimeBundle.text(
                old.isEmpty()
                        ? "no run is older than %s".formatted(age)
                        : "%s would go, some %s; nothing was deleted. --keep RUN lets one stay"
                                .formatted(RunsVerb.count(old.size(), trials), size(bytes))));
        tell(aside, shown);
        return new Answer(shown, () -> json(old, new Removed(old.size(), trials, bytes), aside), 0);
    }

    private Answer done(List<Old> old, Removed removed, List<Aside> aside) {
        var shown = new ArrayList<MimeBundle>();
        shown.add(MimeBundle.text(
                old.isEmpty()
                        ? "no run is older than %s".formatted(age)
                        : "%s deleted; the store is %s smaller"
                                .formatted(RunsVerb.count(removed.runs(), removed.trials()), size(removed.bytes()))));
        tell(aside, shown);
        return new Answer(shown, () -> json(old, removed, aside), 0);
    }

    private static void tell(List<Aside> aside, List<MimeBundle> shown) {
        if (aside.isEmpty()) return;
        var text = new StringBuilder("damaged stores that were moved aside, which stay until you delete them:");
        for (var each : aside)
            text.append("\n  ").append(each.path()).append("  ").append(size(each.bytes()));
        shown.add(MimeBundle.text(text.toString()));
    }

    private Object json(List<Old> old, Removed removed, List<Aside> aside) {
        var json = new LinkedHashMap<String, Object>();
        json.put("dry_run", dryRun);
        json.put("runs", old.stream().map(Old::id).toList());
        json.put("trials", removed.trials());
        json.put("bytes", removed.bytes());
        json.put(
                "damaged",
                aside.stream()
                        .map(each -> Map.of("file", each.path().toString(), "bytes", each.bytes()))
                        .toList());
        return json;
    }

    static String size(long bytes) {
        if (bytes < 1000) return bytes + " bytes";
        if (bytes < 1_000_000) return String.format(Locale.ROOT, "%.1f kB", bytes / 1e3);
        return String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
    }
}
