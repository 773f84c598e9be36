package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Sha256;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A run's parts as an archive has them: one JSON object for the run, one a line for its trials.
final class ArchiveJson {
    private static final Pattern ID = Pattern.compile("\\w[\\w-]{0,80}");
    private static final Pattern NAME = Pattern.compile("\\w[\\w.-]{0,80}");
    private static final Pattern DEVICE = Pattern.compile("cpu|cuda:\\d{1,3}");

    private ArchiveJson() {}

    /// @param ending null while there is none
    record Head(RunHeader header, RunEnding ending) {}

    /// @param source the hash of its text, which is a file of its own
    record Line(
            int number,
            int node,
            int parent,
            int iteration,
            String change,
            String recipe,
            String source,
            Map<String, Long> assignment,
            String outcome,
            JsonNode detail,
            long compileUs,
            long aheadUs,
            long verifyUs,
            long timeUs,
            Resources resources,
            Instant ended) {}

    /// @param exchange without its texts, which are files of their own
    /// @param system the text's hash; empty for an empty one, as `prompt` and `answer`
    record Talk(Exchange exchange, String system, String prompt, String answer) {}

    static String head(RunRecord run) {
        var ending = run.ending().filter(end -> !end.stop().equals(RunEnding.BROKEN_OFF));
        return OutcomeJson.JSON.writeValueAsString(new Head(run.header(), ending.orElse(null))) + "\n";
    }

    static String trials(List<Trial> trials) {
        var lines = new StringBuilder();
        for (var trial : trials)
            lines.append(OutcomeJson.JSON.writeValueAsString(line(trial))).append('\n');
        return lines.toString();
    }

    private static Line line(Trial trial) {
        return new Line(
                trial.number(),
                trial.node(),
                trial.parentNode(),
                trial.iteration(),
                trial.change(),
                trial.recipe(),
                trial.candidate().source().hash(),
                new TreeMap<>(trial.candidate().assignment()),
                trial.outcome().label(),
                OutcomeJson.JSON.valueToTree(trial.outcome()),
                Rows.micros(trial.stages().compile()),
                Rows.micros(trial.stages().ahead()),
                Rows.micros(trial.stages().verify()),
                Rows.micros(trial.stages().time()),
                trial.resources(),
                trial.ended());
    }

    static String exchanges(List<Exchange> exchanges) {
        var lines = new StringBuilder();
        for (var exchange : exchanges) {
            var talk = new Talk(
                    exchange.with("", "", ""),
                    hash(exchange.asked().system()),
                    hash(exchange.asked().prompt()),
                    hash(exchange.reply().text()));
            lines.append(OutcomeJson.JSON.writeValueAsString(talk)).append('\n');
        }
        return lines.toString();
    }

    private static String hash(String text) {
        return text.isEmpty() ? "" : Sha256.of(text);
    }

    /// The transcript of these lines.
    ///
    /// @param texts gives the text of a hash
    /// @throws SpecException saying which line is not an exchange
    static List<Exchange> exchanges(String lines, UnaryOperator<String> texts) {
        var all = new ArrayList<Exchange>();
        for (var text : lines(lines)) {
            var where = "exchanges.jsonl, line " + (all.size() + 1);
            var talk = read(where, () -> OutcomeJson.JSON.readValue(text, Talk.class));
            requireSound(where, "", talk);
            if (!all.isEmpty() && talk.exchange().number() <= all.getLast().number())
                throw new SpecException("%s is not the next".formatted(where));
            all.add(talk.exchange()
                    .with(texts.apply(talk.system()), texts.apply(talk.prompt()), texts.apply(talk.answer())));
        }
        return all;
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n"));
    }

    /// The run of these texts, without its transcript.
    ///
    /// @param source gives the source of a hash
    /// @throws SpecException saying which part is not what a run has
    static RunRecord run(String head, String trials, Function<String, Source> source) {
        var read = read("run.json", () -> OutcomeJson.JSON.readValue(head, Head.class));
        requireSound("run.json", "header", read.header());
        if (read.ending() != null) requireSound("run.json", "ending", read.ending());
        requireUsual(read.header());
        var lines = lines(trials);
        var all = new ArrayList<Trial>();
        for (int i = 0; i < lines.size(); i++) all.add(trial("trials.jsonl, line " + (i + 1), lines.get(i), source));
        var ending = Optional.ofNullable(read.ending());
        var run = new RunRecord(
                read.header(), all, ending.or(() -> Optional.of(RunEnding.brokenOff(read.header(), all))));
        TreeCheck.require(run);
        return run;
    }

    private static Trial trial(String where, String text, Function<String, Source> source) {
        var line = read(where, () -> OutcomeJson.JSON.readValue(text, Line.class));
        requireSound(where, "", line);
        var outcome =
                read(where, () -> OutcomeJson.read(line.outcome(), line.detail().toString()));
        requireSound(where, "detail", outcome);
        requireTime(where, outcome);
        return read(
                where,
                () -> new Trial(
                        line.number(),
                        line.node(),
                        line.parent(),
                        line.iteration(),
                        line.change(),
                        line.recipe(),
                        new Candidate(source.apply(line.source()), line.assignment()),
                        outcome,
                        new Stages(
                                Rows.duration(line.compileUs()),
                                Rows.duration(line.aheadUs()),
                                Rows.duration(line.verifyUs()),
                                Rows.duration(line.timeUs())),
                        line.resources(),
                        line.ended()));
    }

    private static <T> T read(String where, Supplier<T> reading) {
        try {
            var read = reading.get();
            if (read != null) return read;
        } catch (JacksonException | StoreException | DateTimeException | ArithmeticException _) {
            // said below
        }
        throw new SpecException("%s does not read".formatted(where));
    }

    /// @param what is to be there, and within bounds; empty text where it is all of the line
    private static void requireSound(String where, String what, Object read) {
        Parts.missing(what, read).ifPresent(gap -> {
            throw new SpecException("%s lacks %s".formatted(where, named(gap)));
        });
        Bounds.beyond(what, read).ifPresent(odd -> {
            throw new SpecException("%s: %s is not what a run can have".formatted(where, named(odd)));
        });
    }

    private static String named(String path) {
        return path.startsWith(".") ? path.substring(1) : path;
    }

    private static void requireTime(String where, Outcome outcome) {
        if (outcome instanceof Outcome.Timed(Timing timing, Evidence _) && timing.medianMicros() <= 0)
            throw new SpecException("%s: it took no time".formatted(where));
    }

    /// What becomes a file's name, a device or a task has to be one.
    private static void requireUsual(RunHeader header) {
        var facts = header.environment();
        require(ID.matcher(header.id()).matches(), "the run's id");
        require(NAME.matcher(header.name()).matches(), "the run's name");
        require(DEVICE.matcher(header.device()).matches(), "the run's device");
        require(facts.getOrDefault("cores", "1").matches("[1-9]\\d{0,5}"), "the number of cores");
        require(facts.getOrDefault("last-level cache", "0 MiB").matches("\\d{1,6} MiB"), "the size of the cache");
        header.dtypes().values().forEach(DType::of);
    }

    private static void require(boolean usual, String what) {
        if (!usual) throw new SpecException("%s is none, in run.json".formatted(what));
    }
}
