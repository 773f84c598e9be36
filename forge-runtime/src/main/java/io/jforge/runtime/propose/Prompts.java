package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Makes what a model is asked out of the templates of one version; the same arguments give the same text.
///
/// What holds for the whole run is in the system prompt: operation, machine, format, rules. A question adds a
/// source and what is known of it.
final class Prompts {
    /// The folder of the templates: a transcript says which ones a question was made of.
    static final String VERSION = "1";

    private static final int BUDGET = 16_000;
    private static final int ANCESTORS = 3;
    private static final int LATEST = 5;
    private static final int CHILDREN = 8;
    private static final int SIBLINGS = 4;
    private static final int LONGEST_ANSWER = 12_000;

    private final Templates templates = new Templates(VERSION);
    private final Brief brief;
    private final int budgetChars;
    private final Measures measures;
    private final String system;

    Prompts(Brief brief) {
        this(brief, BUDGET);
    }

    /// @param budgetChars that a question should take: sources of ancestors that do not fit in it are left out
    Prompts(Brief brief, int budgetChars) {
        this.brief = brief;
        this.budgetChars = budgetChars;
        this.measures = new Measures(brief.leastMicros());
        this.system = templates.filled(
                "system", new TaskWords(brief).words(Hints.of(brief.task().target(), brief.bound(), templates)));
    }

    /// The same for every question of a run, so that providers keep it.
    String system() {
        return system;
    }

    /// Asks for something faster than the parent.
    ///
    /// @param counters of the parent's best trial
    String propose(Parent parent, Direction direction, Optional<Profile> counters) {
        var history = new History(parent);
        var words = source(parent.source());
        words.put("root", parent.source().equals(brief.naive()));
        History.fastest(history.own()).ifPresent(best -> putMeasured(words, best));
        counters.filter(profile -> !profile.launches().isEmpty())
                .ifPresent(profile -> words.put("counters", Measures.counters(profile)));
        if (history.own().size() > 1) words.put("points", points(history.own()));
        putPast(words, history);
        words.put("direction", direction.name());
        words.put("words", direction.words());
        return fitted(words, history, parent.source());
    }

    private Map<String, Object> source(Source source) {
        var words = new HashMap<String, Object>();
        words.put("language", source.language().label());
        words.put("source", source.text().stripTrailing());
        words.put("parentFence", Words.fence(source.text()));
        return words;
    }

    private void putMeasured(Map<String, Object> words, Trial best) {
        if (!(best.outcome() instanceof Outcome.Timed(Timing timing, Evidence _))) return;
        var point = Measures.point(best);
        words.put(
                "measured", Map.of("point", point.isEmpty() ? "" : " with " + point, "time", measures.precise(timing)));
        words.put("launches", Measures.resources(best));
    }

    private String points(List<Trial> trials) {
        return trials.stream()
                .map(trial -> Measures.point(trial) + ": " + measures.outcome(trial))
                .collect(Collectors.joining("; "));
    }

    private void putPast(Map<String, Object> words, History history) {
        var path = history.path();
        if (path.size() > 1) words.put("lineage", Map.of("steps", steps(path)));
        history.best().filter(best -> !isAmong(path, best)).ifPresent(best -> words.put("best", told(best)));
        var children = history.children(CHILDREN);
        var siblings = history.failedSiblings(SIBLINGS);
        var latest = history.latest(LATEST).stream()
                .filter(trial -> !isAmong(path, trial) && !isAmong(children, trial) && !isAmong(siblings, trial))
                .toList();
        put(words, "latest", latest.stream().map(this::told).toList());
        put(words, "children", children.stream().map(this::explained).toList());
        put(words, "siblings", siblings.stream().map(this::explained).toList());
        words.put("hasPast", path.size() > 1 || !latest.isEmpty() || !children.isEmpty() || !siblings.isEmpty());
    }

    private static boolean isAmong(List<Trial> told, Trial trial) {
        return told.stream().anyMatch(each -> each.node() == trial.node());
    }

    private static void put(Map<String, Object> words, String name, List<String> trials) {
        if (!trials.isEmpty()) words.put(name, Map.of("trials", trials));
    }

    /// Each with what it brought against the one before.
    private List<Map<String, Object>> steps(List<Trial> path) {
        var steps = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < path.size(); i++) {
            var now = path.get(i).medianMicros();
            var before = i == 0 ? now : path.get(i - 1).medianMicros();
            var gain = i > 0 && now.isPresent() && before.isPresent()
                    ? ", %s the one before".formatted(Words.times(before.getAsDouble() / now.getAsDouble()))
                    : "";
            steps.add(Map.of("number", i, "what", told(path.get(i)) + gain));
        }
        return steps;
    }

    /// What was changed and what came of it.
    private String told(Trial trial) {
        return trial.title() + ": " + measures.outcome(trial);
    }

    /// The same, and of what failed the first lines of why.
    private String explained(Trial trial) {
        return trial.medianMicros().isPresent() ? told(trial) : trial.title() + ": " + Measures.reason(trial.outcome());
    }

    /// With as many of the nearest ancestors' sources as there is room for.
    private String fitted(Map<String, Object> words, History history, Source shown) {
        var ancestors = new ArrayList<Map<String, String>>();
        words.put("ancestors", ancestors);
        var text = templates.filled("propose", words);
        for (var trial : ancestors(history, shown)) {
            var source = trial.candidate().source();
            ancestors.add(Map.of(
                    "title",
                    "An earlier source: " + told(trial),
                    "ancestorFence",
                    Words.fence(source.text()),
                    "text",
                    source.text().stripTrailing()));
            var longer = templates.filled("propose", words);
            if (longer.length() <= budgetChars) text = longer;
            else ancestors.removeLast();
        }
        return text;
    }

    /// The nearest first. The naive source is left out: the reference says as much.
    private List<Trial> ancestors(History history, Source shown) {
        return history.path().reversed().stream()
                .filter(trial -> !trial.candidate().source().equals(shown))
                .filter(trial -> !trial.candidate().source().equals(brief.naive()))
                .limit(ANCESTORS)
                .toList();
    }

    /// Asks for a source that failed to be put right; what it failed of is its last trial.
    String repair(Parent failed, Optional<Profile> counters) {
        var last = new History(failed).own().getLast();
        var words = source(failed.source());
        words.put("change", last.change());
        var point = Measures.point(last);
        words.put("point", point.isEmpty() ? "" : " with " + point);
        words.putAll(new FailureWords(last.outcome()).words());
        counters.filter(profile -> !profile.launches().isEmpty())
                .ifPresent(profile -> words.put("counters", Measures.counters(profile)));
        return templates.filled("repair", words);
    }

    /// To be put below the question that was answered: says what was wrong with the answer, and asks for it again.
    String again(String answer, String why) {
        var shown = Words.cut(answer.strip(), LONGEST_ANSWER);
        var words = new HashMap<String, Object>();
        words.put("why", why);
        words.put("answer", shown.isEmpty() ? "(nothing)" : shown);
        words.put("answerFence", Words.fence(shown));
        words.put("fence", brief.task().target().language().label());
        return templates.filled("again", words);
    }
}
