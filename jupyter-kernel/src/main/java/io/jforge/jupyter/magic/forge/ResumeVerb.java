package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.runtime.Forge;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `resume [RUN]`: goes on with a search that was interrupted, that failed, or whose process was killed.
@Command(name = "resume", description = "go on with a run that was interrupted or broken off", sortOptions = false)
class ResumeVerb extends Verb {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            defaultValue = "last",
            description = "its id or name; the last run where left out")
    private String run;

    @Option(
            names = "--iters",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "proposals at most, with those made before (as it was)")
    private Integer iterations;

    @Option(names = "--time", paramLabel = "T", description = "wall clock at most from now on (what it had left)")
    private String time;

    @Option(
            names = "--budget",
            paramLabel = "USD",
            description = "what the model's answers may cost together, with those before (as it was)")
    private String budget;

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "another one than it was made on: there it is measured again, as a new run")
    private String device;

    @Mixin
    private BackgroundOption background;

    @Override
    boolean takesDefaults() {
        return false;
    }

    @Override
    Answer answer(Forge forge, Screen screen) {
        var wanted = forge.resume(run).listener(new ProgressView(screen.progress(), System::nanoTime));
        if (!background.isWanted()) wanted.asker(new RelayBox(screen.input(), screen.notes()));
        if (iterations != null) wanted.iterations(iterations);
        if (time != null) wanted.time(Durations.parse(time));
        if (device != null) wanted.device(device);
        if (budget != null) wanted.budget(budget);
        return background.isWanted() ? beside(wanted::start) : Answers.run(wanted.run());
    }
}
