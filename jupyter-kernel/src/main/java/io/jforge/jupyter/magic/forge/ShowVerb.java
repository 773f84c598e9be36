package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.RunView;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `show [RUN] [TRIAL|best]`: a run's summary, or one of its trials.
@Command(name = "show", description = "show a run, or one of its trials")
class ShowVerb extends Verb {
    @Parameters(
            index = "0..1",
            arity = "0..2",
            paramLabel = "[RUN] [TRIAL|best]",
            hideParamSyntax = true,
            description = "a run's id or name (the last run where left out), and a trial's number or `best`")
    private List<String> words = List.of();

    @Override
    Answer answer(Forge forge, Screen screen) {
        boolean trialOnly = words.size() == 1 && isTrial(words.getFirst());
        var run = words.isEmpty() || trialOnly ? forge.last() : forge.run(words.getFirst());
        if (words.size() < 2 && !trialOnly)
            return new Answer(new RunView(run.record()).all(), () -> RunJson.full(run.record()), 0);
        var trial = trial(run, words.getLast());
        return Answer.of(new RunView(run.record()).trial(trial), () -> RunJson.trial(run.record(), trial));
    }

    private static boolean isTrial(String word) {
        return word.equals("best") || word.matches("\\d+");
    }

    private static Trial trial(Run run, String word) {
        if (!isTrial(word)) throw new SpecException("a trial is a number or `best`, not '" + word + "'");
        if (word.equals("best"))
            return run.best()
                    .orElseThrow(() -> new SpecException("run " + run.id() + " has no trial that was right yet"));
        int last = run.trials().size() - 1;
        return run.trials().stream()
                .filter(trial -> String.valueOf(trial.number()).equals(word))
                .findFirst()
                .orElseThrow(() -> new SpecException(
                        "run %s has no trial %s: they go from 0 to %d".formatted(run.id(), word, last)));
    }
}
