package io.jforge.runtime.report;

import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Profile.Launch;
import io.jforge.runtime.trial.Trial;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// What a GPU's counters say of a trial, as a table, in text, and as JSON.
public final class Profiles {
    /// The waits that matter are few.
    private static final int STALLS = 3;

    private Profiles() {}

    /// The profile of a run, where one was asked for.
    public static Optional<Profile> of(RunRecord run) {
        return run.ending().flatMap(RunEnding::profile);
    }

    /// The profile of this trial, if it is the run's.
    public static Optional<Profile> of(RunRecord run, Trial trial) {
        return of(run).filter(profile -> profile.trial() == trial.number());
    }

    /// A row for each counter that the GPU has, and for what its warps wait for most; a column for each launch.
    public static Table table(Profile profile) {
        var counters = Arrays.stream(Counter.values())
                .filter(counter -> profile.launches().stream()
                        .anyMatch(launch -> launch.value(counter).isPresent()))
                .toList();
        var waits = waits(profile);
        var what = StringColumn.create("what the GPU did");
        counters.forEach(counter -> what.append(counter.title()));
        waits.forEach(reason -> what.append("warps wait: " + reason + ", % of cycles"));
        var table = Table.create(title(profile), what);
        for (var launch : profile.launches()) table.addColumns(column(table, launch, counters, waits));
        return table;
    }

    /// What read it, and what a launch found in the caches.
    public static String title(Profile profile) {
        return "by %s, each launch with %s"
                .formatted(
                        profile.tool(),
                        profile.cache().equals("warm")
                                ? "the caches as the one before left them"
                                : "its caches flushed");
    }

    private static List<String> waits(Profile profile) {
        return profile.longest().stream()
                .flatMap(launch -> launch.stalls().stream().limit(STALLS))
                .map(Profile.Stall::reason)
                .toList();
    }

    private static DoubleColumn column(Table table, Launch launch, List<Counter> counters, List<String> waits) {
        var name = launch.entry();
        for (int again = 2; table.containsColumn(name); again++) name = "%s (%d)".formatted(launch.entry(), again);
        var column = DoubleColumn.create(name);
        for (var counter : counters) {
            if (launch.value(counter).isPresent())
                column.append(launch.value(counter).getAsDouble());
            else column.appendMissing();
        }
        for (var reason : waits)
            launch.stalls().stream()
                    .filter(stall -> stall.reason().equals(reason))
                    .findFirst()
                    .ifPresentOrElse(stall -> column.append(stall.percent()), column::appendMissing);
        return column;
    }

    /// What limits it, and the table; why there is none where the counters could not be read. A person and a model
    /// read the same.
    public static String text(Profile profile) {
        return Bottleneck.of(profile)
                .map(found -> found.sentence() + ".\n\n" + Tables.text(table(profile)) + "\n(" + title(profile) + ")")
                .orElseGet(() -> missing(profile));
    }

    /// Why there is none.
    public static String missing(Profile profile) {
        return "Not profiled: " + profile.unavailable();
    }

    /// Keys end in their unit; a counter that the GPU lacks has none.
    public static Map<String, Object> json(Profile profile) {
        var json = new LinkedHashMap<String, Object>();
        if (profile.trial() >= 0) json.put("trial", profile.trial());
        if (profile.launches().isEmpty()) {
            json.put("unavailable", profile.unavailable());
            return json;
        }
        json.put("tool", profile.tool());
        json.put("cache", profile.cache());
        Bottleneck.of(profile).ifPresent(found -> {
            json.put("limited_by", found.limit());
            json.put("reading", found.sentence());
        });
        json.put("launches", profile.launches().stream().map(Profiles::json).toList());
        return json;
    }

    private static Map<String, Object> json(Launch launch) {
        var json = new LinkedHashMap<String, Object>();
        json.put("entry", launch.entry());
        launch.values().forEach((counter, value) -> json.put(counter.key(), value));
        var stalls = new LinkedHashMap<String, Object>();
        launch.stalls().forEach(stall -> stalls.put(stall.reason().replace(' ', '_'), stall.percent()));
        json.put("stalls_percent", stalls);
        return json;
    }
}
