package io.jforge.jupyter.display;

import io.jforge.runtime.measure.Speedup;
import io.jforge.runtime.report.Against;
import io.jforge.runtime.report.Charts;
import io.jforge.runtime.report.Profiles;
import io.jforge.runtime.report.Spending;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.report.TextChart;
import io.jforge.runtime.report.TranscriptJson;
import io.jforge.runtime.report.Verification;
import io.jforge.runtime.search.Stop;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a person sees of a run: the summary, the chart, the winning source with the way to it; in HTML and
/// in text.
public final class RunView {
    private static final double PERCENT = 100;

    private final RunRecord run;

    public RunView(RunRecord run) {
        this.run = run;
    }

    /// All of it, each part an output of its own.
    public List<MimeBundle> all() {
        var parts = new ArrayList<MimeBundle>();
        parts.add(summary());
        if (run.isCandidate()) {
            run.candidate().ifPresent(trial -> parts.add(trial(trial)));
            return parts;
        }
        if (run.trials().stream().anyMatch(trial -> trial.medianMicros().isPresent())) parts.add(chart());
        run.best().ifPresent(best -> parts.add(winner(best)));
        return parts;
    }

    /// The headline, the table of naive and best, and the trials by outcome.
    public MimeBundle summary() {
        if (run.isCandidate()) return new CandidateView(run).summary();
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\">");
        html.append("<p class=\"jf-headline\">").append(Html.escape(headline())).append("</p>");
        for (var warning : warnings())
            html.append("<p class=\"jf-warning\">").append(Html.escape(warning)).append("</p>");
        html.append(SummaryTable.html(run));
        Profiles.of(run).ifPresent(profile -> html.append(new ProfileView(profile).html()));
        html.append("<p class=\"jf-note\">").append(Html.escape(notes())).append("</p></div>");
        return MimeBundle.html(
                html.toString(),
                headline() + "\n\n"
                        + String.join(
                                "",
                                warnings().stream().map(each -> each + "\n\n").toList()) + SummaryTable.text(run)
                        + Profiles.of(run)
                                .map(profile -> "\n\n" + Profiles.text(profile))
                                .orElse("")
                        + "\n\n" + notes());
    }

    /// Trials and the best so far; in text as a chart of characters.
    public MimeBundle chart() {
        var picture = io.jforge.jupyter.display.Charts.bundle(Charts.bestSoFar(run));
        var text = TextChart.of(run);
        return text.isEmpty() ? picture : picture.with(MimeBundle.PLAIN, text);
    }

    /// What was changed on the way from naive, and the source.
    public MimeBundle winner(Trial trial) {
        var steps = run.lineage(trial);
        var title = trial.parentNode() < 0 ? "The naive source" : "Trial " + trial.number() + ": " + trial.title();
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\">");
        html.append("<p class=\"jf-title\">")
                .append(Html.escape(title))
                .append("</p>")
                .append(way(steps));
        html.append("<pre class=\"jf-source\">").append(source(trial)).append("</pre></div>");
        var text = title + "\n" + wayText(steps) + "\n\n"
                + trial.candidate().source().text().stripTrailing();
        return MimeBundle.html(html.toString(), text);
    }

    /// One trial: what became of it, how it was verified, its source.
    public MimeBundle trial(Trial trial) {
        var facts = facts(trial);
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\">");
        html.append("<p class=\"jf-title\">Trial ").append(trial.number()).append(": ");
        html.append(Html.escape(trial.title())).append("</p><table class=\"jf-facts\">");
        for (var fact : facts)
            html.append("<tr><th>")
                    .append(fact.name())
                    .append("</th><td><pre>")
                    .append(Html.escape(fact.text()))
                    .append("</pre></td></tr>");
        html.append("</table><pre class=\"jf-source\">").append(source(trial)).append("</pre></div>");
        var text = facts.stream()
                .map(fact -> "%-10s %s".formatted(fact.name(), fact.text().replace("\n", "\n           ")))
                .collect(Collectors.joining("\n"));
        return MimeBundle.html(
                html.toString(),
                "Trial " + trial.number() + ": " + trial.title() + "\n" + text + "\n\n"
                        + trial.candidate().source().text().stripTrailing());
    }

    /// What the GPU is given of a trial: folded on a page, bare in text so that it can go to another program.
    ///
    /// @param kind PTX or SASS
    public MimeBundle assembly(Trial trial, String kind, String text) {
        var head = "%s of trial %d, %s, %,d lines"
                .formatted(kind, trial.number(), trial.title(), text.lines().count());
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\"><details><summary>");
        html.append(Html.escape(head)).append("</summary><pre class=\"jf-source\">");
        html.append(Html.escape(text.stripTrailing())).append("</pre></details></div>");
        return MimeBundle.html(html.toString(), text.stripTrailing());
    }

    private record Fact(String name, String text) {}

    private List<Fact> facts(Trial trial) {
        var facts = new ArrayList<Fact>();
        facts.add(new Fact("run", run.header().id() + " (" + run.header().task() + ")"));
        by(trial).ifPresent(by -> facts.add(new Fact("by", by)));
        facts.add(new Fact("outcome", trial.outcome().label()));
        facts.add(new Fact(
                trial.outcome() instanceof Outcome.Timed ? "time" : "why",
                trial.outcome().message() + share(trial)));
        facts.add(new Fact(
                "stages",
                "compile %d ms%s, verify %d ms, time %d ms"
                        .formatted(
                                trial.stages().compile().toMillis(),
                                ahead(trial.stages()),
                                trial.stages().verify().toMillis(),
                                trial.stages().time().toMillis())));
        if (!trial.resources().launches().isEmpty())
            facts.add(new Fact(
                    "resources",
                    trial.resources().launches().stream().map(RunView::takes).collect(Collectors.joining("\n"))));
        if (trial.outcome() instanceof Outcome.Timed timed) facts.add(new Fact("verified", verified(timed.evidence())));
        Profiles.of(run, trial).ifPresent(profile -> facts.add(new Fact("profile", Profiles.text(profile))));
        facts.add(new Fact("way", wayText(run.lineage(trial)).strip()));
        return facts;
    }

    /// Told where a model was asked.
    private Optional<String> by(Trial trial) {
        var by = Spending.by(run, trial);
        if (run.exchanges().isEmpty() || by.isEmpty()) return Optional.empty();
        return Optional.of(TranscriptJson.of(run, trial).isEmpty() ? by : by + " (--prompt shows question and answer)");
    }

    /// The table is a page of its own.
    private static String verified(Evidence evidence) {
        return Stream.concat(
                        Stream.of(Verification.title(evidence) + " (--evidence shows each)"), evidence.notes().stream())
                .collect(Collectors.joining("\n"));
    }

    private List<String> warnings() {
        return run.ending().map(RunEnding::warnings).orElse(List.of()).stream()
                .map(what -> "Warning: " + what)
                .toList();
    }

    private String share(Trial trial) {
        if (trial.medianMicros().isEmpty()) return "";
        double share = run.header().leastMicros() / trial.medianMicros().getAsDouble();
        return String.format(Locale.ROOT, ", %.1f %% of the roofline", PERCENT * share);
    }

    private static String ahead(Stages stages) {
        return stages.ahead().isZero()
                ? ""
                : " (%d of them while another was on the device)"
                        .formatted(stages.ahead().toMillis());
    }

    private static String takes(Resources.Launch launch) {
        var text = "%s: %d registers a thread%s, %,d bytes of shared memory and %,d threads a block"
                .formatted(
                        launch.entry(),
                        launch.registers(),
                        launch.spillBytes() > 0 ? " (%,d bytes spilled)".formatted(launch.spillBytes()) : "",
                        launch.sharedBytes(),
                        launch.threads());
        if (launch.occupancy().isEmpty()) return text;
        return text
                + "; %d blocks fit on a multiprocessor, %.0f %% of its threads"
                        .formatted(
                                launch.blocks().orElse(0),
                                PERCENT * launch.occupancy().getAsDouble());
    }

    private String headline() {
        var task = run.header().task();
        if (run.best().isEmpty()) return task + ": nothing was right and timed yet";
        var best = run.best().get();
        if (best.parentNode() < 0) return task + ": nothing beat the naive source";
        if (isNoise())
            return "%s: nothing beat the naive source beyond noise (%sx)"
                    .formatted(task, Tables.number(Tables.speedup(run)));
        double roofline = run.header().leastMicros()
                / Tables.bestTiming(run).orElseThrow().medianMicros();
        return "%s: %s, %.0f %% of the roofline (%s)"
                .formatted(
                        task,
                        faster(),
                        PERCENT * roofline,
                        run.header().memoryBound() ? "memory bandwidth" : "arithmetic");
    }

    /// Over PyTorch eager first, where that was measured.
    private String faster() {
        var naive = "%sx faster than naive".formatted(Tables.number(Tables.speedup(run)));
        return Against.eager(run)
                .map(eager -> overEager(eager) + " (" + naive + ")")
                .orElse(naive);
    }

    private static String overEager(Speedup eager) {
        if (eager.high() < 1) return "%sx the speed of PyTorch eager".formatted(Tables.number(eager.ratio()));
        if (eager.low() <= 1) return "as fast as PyTorch eager";
        return "%sx faster than PyTorch eager".formatted(Tables.number(eager.ratio()));
    }

    /// Whether the interval of the confirmed speedup holds 1.
    private boolean isNoise() {
        return run.ending()
                .flatMap(RunEnding::confirmation)
                .filter(confirmed -> confirmed.speedup().low() <= 1)
                .isPresent();
    }

    private String notes() {
        var counts = run.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        var ended = run.ending()
                .map(end -> String.format(Locale.ROOT, "%s, after %.1f s", Stop.words(end.stop()), end.wallSeconds()))
                .orElse("still running, or its process was killed");
        var confirmed = run.ending().flatMap(RunEnding::confirmation).isPresent()
                ? "The speedup is the median of samples taken in turn with the naive source, with a %s cache."
                        .formatted(run.header().settings().cache())
                : "The speedup was not confirmed against the naive source.";
        return "%d trials in %d iterations: %s. Stopped: %s. %s%s Run %s, seed %d, %s."
                .formatted(
                        run.trials().size(),
                        run.iterations(),
                        counts,
                        ended,
                        run.best().filter(best -> best.parentNode() >= 0).isPresent() ? confirmed + against() : "",
                        spent(),
                        run.header().id(),
                        run.header().seed(),
                        String.format(
                                Locale.ROOT,
                                "roofline %.1f GB/s and %.0f GFLOP/s",
                                run.header().roofline().gigabytesPerSecond(),
                                run.header().roofline().gigaflops()));
    }

    private String spent() {
        return Spending.of(run).stream().map(each -> " " + each.sentence()).collect(Collectors.joining());
    }

    private String against() {
        var words = Against.sentences(run);
        return Stream.of(words, Verification.sentence(run))
                .filter(each -> !each.isEmpty())
                .map(each -> " " + each)
                .collect(Collectors.joining());
    }

    private String way(List<Trial> steps) {
        var html = new StringBuilder("<ol class=\"jf-way\">");
        for (var step : steps)
            html.append("<li>")
                    .append(Html.escape(step.title()))
                    .append(" <span class=\"jf-time\">")
                    .append(micros(step))
                    .append("</span></li>");
        return html.append("</ol>").toString();
    }

    private static String wayText(List<Trial> steps) {
        var text = new StringBuilder();
        for (int i = 0; i < steps.size(); i++)
            text.append("\n %2d. %s  (%s)".formatted(i, steps.get(i).title(), micros(steps.get(i))));
        return text.toString();
    }

    private static String micros(Trial trial) {
        return trial.medianMicros().isPresent()
                ? Tables.number(trial.medianMicros().getAsDouble()) + " us"
                : trial.outcome().label();
    }

    private static String source(Trial trial) {
        var source = trial.candidate().source();
        return Highlighter.listing(
                source.text().stripTrailing(), source.language().label());
    }
}
