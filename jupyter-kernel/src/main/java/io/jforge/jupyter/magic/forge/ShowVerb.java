package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.EvidenceView;
import io.jforge.jupyter.display.ProfileView;
import io.jforge.jupyter.display.RunView;
import io.jforge.jupyter.display.TranscriptView;
import io.jforge.runtime.Assembly;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.Profiles;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.report.TranscriptJson;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Trial;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `show [RUN] [TRIAL|best]`, or `show RUN/TRIAL`: a run's summary, or one of its trials, or what the GPU
/// is given of it.
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

    @Option(names = "--ptx", description = "a CUDA trial's PTX, for the architecture that the run was made on")
    private boolean ptx;

    @Option(names = "--sass", description = "its machine code, by nvdisasm or cuobjdump")
    private boolean sass;

    @Option(names = "--profile", description = "run it again here and read the GPU's counters; needs ncu and nvcc")
    private boolean profile;

    @Option(names = "--evidence", description = "how it was verified: every run against the reference")
    private boolean evidence;

    @Option(names = "--prompt", description = "what a model was asked for it, and what it answered")
    private boolean prompt;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var named = named(words);
        boolean trialOnly = named.size() == 1 && isTrial(named.getFirst());
        var run = named.isEmpty() || trialOnly ? forge.last() : forge.run(named.getFirst());
        if (named.size() < 2 && !trialOnly && (ptx || sass || profile || evidence || prompt))
            throw new SpecException("say which trial: a number or `best`, as in `show best %s`"
                    .formatted(
                            prompt
                                    ? "--prompt"
                                    : evidence ? "--evidence" : profile ? "--profile" : sass ? "--sass" : "--ptx"));
        if (named.size() < 2 && !trialOnly) return new Answer(Answers.shown(run), () -> Answers.json(run), 0);
        var trial = run.trial(named.getLast());
        if (ptx || sass) return assembly(forge, run, trial, sass ? Assembly.SASS : Assembly.PTX);
        if (profile) return profile(forge.profile(run, trial));
        if (evidence) return evidence(run, trial);
        if (prompt) return prompt(run, trial);
        return Answer.of(new RunView(run.record()).trial(trial), () -> RunJson.trial(run.record(), trial));
    }

    private static Answer assembly(Forge forge, Run run, Trial trial, Assembly kind) {
        var text = forge.assembly(run, trial, kind);
        return Answer.of(
                new RunView(run.record()).assembly(trial, kind.name(), text),
                () -> Map.of(
                        "run", run.id(), "trial", trial.number(), kind.name().toLowerCase(Locale.ROOT), text));
    }

    private static Answer evidence(Run run, Trial trial) {
        return Answer.of(new EvidenceView(run.record(), trial).bundle(), () -> RunJson.evidence(run.record(), trial));
    }

    private static Answer prompt(Run run, Trial trial) {
        return Answer.of(
                new TranscriptView(run.record(), trial).bundle(), () -> TranscriptJson.json(run.record(), trial));
    }

    private static Answer profile(Profile profile) {
        return Answer.of(new ProfileView(profile).bundle(), () -> Profiles.json(profile));
    }

    private static boolean isTrial(String word) {
        return word.equals("best") || word.matches("\\d+");
    }
}
