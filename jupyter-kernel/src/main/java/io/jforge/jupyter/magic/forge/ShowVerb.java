package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.RunView;
import io.jforge.runtime.Forge;
import io.jforge.runtime.report.RunJson;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `show [RUN] [TRIAL|best]`, or `show RUN/TRIAL`: a run's summary, or one of its trials.
@Command(name = "show", description = "show a run, or one of its trials")
class ShowVerb extends Verb {
    @Parameters(
            index = "0..1",
            arity = "0..2",
            paramLabel = "[RUN] [TRIAL|best]",
            hideParamSyntax = true,
            description =
                    "a run's id or name (the last run where left out), and a trial's number or `best`; RUN/12 too")
    private List<String> words = List.of();

    @Override
    Answer answer(Forge forge, Screen screen) {
        var named = words.size() == 1 ? List.of(words.getFirst().split("/", 2)) : words;
        boolean trialOnly = named.size() == 1 && isTrial(named.getFirst());
        var run = named.isEmpty() || trialOnly ? forge.last() : forge.run(named.getFirst());
        if (named.size() < 2 && !trialOnly)
            return new Answer(new RunView(run.record()).all(), () -> RunJson.full(run.record()), 0);
        var trial = run.trial(named.getLast());
        return Answer.of(new RunView(run.record()).trial(trial), () -> RunJson.trial(run.record(), trial));
    }

    private static boolean isTrial(String word) {
        return word.equals("best") || word.matches("\\d+");
    }
}
