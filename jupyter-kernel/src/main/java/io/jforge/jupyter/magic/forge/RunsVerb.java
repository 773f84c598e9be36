package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.report.Tables;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `runs`: every run in the store, the newest first; `--delete` takes some away.
@Command(name = "runs", description = "list the runs, the newest first, or delete some")
class RunsVerb extends Verb {
    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    @Option(
            names = "--delete",
            arity = "1..*",
            paramLabel = "RUN",
            description = "delete these, by their ids, or the newest of a name, with all their trials")
    private List<String> deleted = List.of();

    @Override
    Answer answer(Forge forge, Screen screen) {
        return deleted.isEmpty() ? list(forge) : delete(forge);
    }

    private Answer delete(Forge forge) {
        var removed = forge.delete(deleted);
        return Answer.of(
                MimeBundle.text(count(removed.runs(), removed.trials()) + " deleted"),
                () -> Map.of("deleted", removed.runs(), "trials", removed.trials()));
    }

    static String count(int runs, int trials) {
        return "%,d %s with %,d %s"
                .formatted(runs, runs == 1 ? "run" : "runs", trials, trials == 1 ? "trial" : "trials");
    }

    private static Answer list(Forge forge) {
        var runs = forge.runs();
        var table = new Grid("run", "name", "task", "device", "trials", "best us", "speedup", "state", "started");
        var begun = begun(forge, runs);
        begun.forEach((id, doing) -> table.row(id, "", "", "", "", "", "", doing, ""));
        for (var run : runs) row(table, run);
        var shown = runs.isEmpty() && begun.isEmpty()
                ? MimeBundle.text("no runs yet: `%forge optimize softmax` makes one")
                : table.bundle();
        return Answer.of(
                shown,
                () -> Map.of(
                        "runs",
                        runs.stream().map(run -> RunJson.brief(run.record())).toList()));
    }

    /// Those that are only being made ready, with what they do now.
    private static Map<String, String> begun(Forge forge, List<Run> runs) {
        var begun = new TreeMap<String, String>();
        for (var id : forge.store().running()) begun.put(id, forge.store().doing(id));
        for (var run : runs) begun.remove(run.id());
        return begun;
    }

    private static void row(Grid table, Run run) {
        var header = run.record().header();
        var best = Tables.bestTiming(run.record());
        table.row(
                run.id(),
                run.name().equals(run.id()) ? "" : run.name(),
                header.task(),
                header.device(),
                String.valueOf(run.trials().size()),
                best.map(timing -> Tables.number(timing.medianMicros())).orElse(""),
                best.isPresent() ? Tables.number(run.speedup()) + "x" : "",
                run.record().state(),
                TIME.format(header.started()));
    }
}
