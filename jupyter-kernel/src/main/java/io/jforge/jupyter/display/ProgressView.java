package io.jforge.jupyter.display;

import io.jforge.runtime.RunListener;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.search.Stop;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/// One output that follows a run while it goes on: a bar, the iteration, the best so far, the time left.
public final class ProgressView implements RunListener {
    private static final int TEXT_BAR = 24;
    /// Characters of an answer under way that are shown.
    private static final int HEARD = 90;

    private static final int HEARD_IN_TEXT = 30;
    private static final long LEAST_BETWEEN_NANOS = 100_000_000L;

    private final Display display;
    private final LongSupplier nanoTime;
    private final long start;
    private final List<Trial> trials = new ArrayList<>();
    private Display.Handle handle;
    private Trial first;
    private RunHeader header;
    private String doing = "";
    private String waiting = "";
    private String warning = "";
    private final Map<Integer, String> asked = new TreeMap<>();
    private String heard = "";
    private int iteration;
    private long lastUpdate;
    private long started;
    private long searchStart;

    /// @param display where the one output appears
    /// @param nanoTime the clock, as [System#nanoTime]
    public ProgressView(Display display, LongSupplier nanoTime) {
        this.display = display;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    @Override
    public void preparing(String what) {
        doing = what;
        update(true);
    }

    @Override
    public void waiting(String device) {
        waiting = "waiting for %s: another JForge run is using it".formatted(device);
        update(true);
    }

    @Override
    public void warning(String what) {
        warning = "warning: " + what;
        update(true);
    }

    @Override
    public void goingOn() {
        waiting = "";
        update(true);
    }

    @Override
    public void started(RunHeader begun) {
        header = begun;
        started = nanoTime.getAsLong();
        doing = "timing the naive source";
        update(true);
    }

    @Override
    public void trying(int number, String change) {
        iteration = number;
        doing = change;
        update(false);
    }

    @Override
    public void ended(Trial trial) {
        if (trials.size() == earlier()) {
            first = trial;
            searchStart = nanoTime.getAsLong();
        }
        trials.add(trial);
        update(false);
    }

    @Override
    public void corresponding(Exchange exchange) {
        if (exchange.state() == Exchange.State.ASKED)
            asked.put(exchange.number(), exchange.asked().llm());
        else asked.remove(exchange.number());
        if (exchange.state() != Exchange.State.ASKED) heard = "";
        update(exchange.state() == Exchange.State.ASKED);
    }

    @Override
    public void hearing(Exchange exchange, String soFar) {
        heard = soFar;
        update(false);
    }

    @Override
    public void comparing(BaselineKind baseline) {
        doing = "making ready the baseline " + baseline.title();
        update(true);
    }

    @Override
    public void confirming(Trial winner) {
        doing = "confirming the winner, trial " + winner.number();
        update(true);
    }

    @Override
    public void profiling(Trial winner) {
        doing = "profiling the winner, trial " + winner.number();
        update(true);
    }

    @Override
    public void sanitizing(Trial winner) {
        doing = "running the winner, trial %d, under compute-sanitizer".formatted(winner.number());
        update(true);
    }

    @Override
    public void finished(RunRecord run) {
        doing = "";
        waiting = "";
        var stop = run.ending().map(RunEnding::stop).orElse("");
        double wall = run.ending().map(RunEnding::wallSeconds).orElse(0.0);
        var words = "done: %d iterations, %d trials in %s (%s)"
                .formatted(
                        run.iterations(),
                        run.trials().size(),
                        clock(Duration.ofSeconds(Math.round(wall))),
                        Stop.words(stop));
        show(bundle(run.header().task(), run.state().equals("finished") ? 1 : share(), words, true));
    }

    /// The same short message as a cell that waited for it would end with.
    @Override
    public void failed(Throwable why) {
        doing = "";
        waiting = "";
        warning = "the run ended: " + (why instanceof CancellationException ? "interrupted" : why.getMessage());
        show(bundle(header == null ? "preparing" : header.task(), share(), warning, true));
    }

    @Override
    public void compared(SideBySide result) {
        doing = "";
        show(bundle(
                result.task(),
                1,
                "done: %d versions in %s".formatted(result.rows().size(), clock(elapsed())),
                true));
    }

    private void update(boolean always) {
        long now = nanoTime.getAsLong();
        if (!always && now - lastUpdate < LEAST_BETWEEN_NANOS) return;
        lastUpdate = now;
        show(bundle(header == null ? "preparing" : header.task(), share(), words(), false));
    }

    private void show(MimeBundle bundle) {
        if (handle == null) {
            TablesawTables.load(); // an interrupted run too ends with a table
            handle = display.show(bundle);
        } else {
            handle.update(bundle);
        }
    }

    private MimeBundle bundle(String title, double share, String words, boolean done) {
        var now = waiting.isEmpty() ? doing : waiting;
        var html = Styles.SHEET
                + String.format(
                        Locale.ROOT,
                        "<div class=\"jforge\"><p><b>%s</b> %s</p><div class=\"jf-bar%s\"><div style=\"width:%.1f%%\"></div></div>%s</div>",
                        Html.escape(title),
                        Html.escape(words),
                        done ? " jf-done" : "",
                        100 * share,
                        now.isEmpty() ? "" : "<p class=\"jf-note\">now: " + Html.escape(now) + "</p>")
                + (asked.isEmpty() || done ? "" : "<p class=\"jf-note jf-line\">" + Html.escape(asking(HEARD)) + "</p>")
                + (warning.isEmpty() ? "" : "<p class=\"jf-warning\">" + Html.escape(warning) + "</p>");
        int full = (int) Math.round(share * TEXT_BAR);
        var bar = "█".repeat(full) + "░".repeat(TEXT_BAR - full);
        return MimeBundle.html(html, "%s  %s  %s".formatted(bar, title, line(words)));
    }

    /// Who is asked, how many answers are out, and the end of what has come of one.
    private String asking(int room) {
        var who = asked.values().iterator().next();
        var words = asked.size() == 1 ? "asking " + who : "asking %s (%d questions)".formatted(who, asked.size());
        var last = heard.strip().replaceAll("\\s+", " ");
        if (last.isEmpty()) return words;
        return words + ": " + (last.length() > room ? "…" + last.substring(last.length() - room) : last);
    }

    /// One line has room for one thing: a wait, what spoils the times until there are some, how far it is.
    private String line(String words) {
        if (!waiting.isEmpty()) return waiting;
        return trials.isEmpty() && !warning.isEmpty() ? warning : words.isEmpty() ? doing : words;
    }

    private String words() {
        if (header == null) return "";
        var words = new StringBuilder("iteration %d/%d, %d trials"
                .formatted(iteration, header.settings().iterations(), trials.size()));
        best().ifPresent(best -> words.append(", best ")
                .append(Tables.number(best.medianMicros().orElseThrow()))
                .append(" us (")
                .append(Tables.number(speedup(best)))
                .append("x naive)"));
        left().ifPresent(seconds ->
                words.append(", ").append(clock(Duration.ofSeconds(seconds))).append(" left"));
        if (!asked.isEmpty()) words.append(", ").append(asking(HEARD_IN_TEXT));
        return words.toString();
    }

    private Optional<Trial> best() {
        return trials.stream()
                .filter(trial -> trial.medianMicros().isPresent())
                .min(java.util.Comparator.comparingDouble(
                        trial -> trial.medianMicros().orElseThrow()));
    }

    private double speedup(Trial best) {
        return trials.getFirst().medianMicros().orElse(Double.NaN)
                / best.medianMicros().orElseThrow();
    }

    /// Of the iterations or of the time limit, whichever is further on.
    private double share() {
        if (header == null) return 0;
        double byCount = Math.max(0, iteration - 1.0) / header.settings().iterations();
        double byTime = limitSeconds().isPresent()
                ? secondsSince(started) / limitSeconds().getAsDouble()
                : 0;
        return Math.clamp(Math.max(byCount, byTime), 0, 1);
    }

    /// By the pace since the naive source was timed, once two iterations have shown it, and by the time limit.
    private OptionalLong left() {
        int done = iteration - 1;
        int paced = first == null ? 0 : done - Math.max(0, first.iteration() - 1);
        if (paced < 2) return OptionalLong.empty();
        double byPace = searching() / paced * (header.settings().iterations() - done);
        double byLimit = limitSeconds().orElse(Double.POSITIVE_INFINITY) - secondsSince(started);
        return OptionalLong.of(Math.round(Math.max(0, Math.min(byPace, byLimit))));
    }

    /// Trials from before the run was gone on with.
    private int earlier() {
        return header == null || header.resumed().isEmpty()
                ? 0
                : header.resumed().getLast().trials();
    }

    /// Seconds since the first trial, or the first after the run was gone on with; who watches a run may have come
    /// later than that.
    private double searching() {
        var known = Duration.between(first.ended(), trials.getLast().ended());
        return Math.max(secondsSince(searchStart), known.toMillis() / 1e3);
    }

    /// The time limit as the header has it: `60.0s`, or nothing.
    private OptionalDouble limitSeconds() {
        var text = header.settings().time();
        return text.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.parseDouble(text.substring(0, text.length() - 1)));
    }

    private double secondsSince(long moment) {
        return (nanoTime.getAsLong() - moment) / 1e9;
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - start);
    }

    private static String clock(Duration duration) {
        return "%d:%02d".formatted(duration.toMinutes(), duration.toSecondsPart());
    }
}
