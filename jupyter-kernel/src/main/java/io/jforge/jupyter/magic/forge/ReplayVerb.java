package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.runtime.Forge;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `replay RUN|FILE`: tries a run's candidates again, with no model, and tells whether it is reproduced.
@Command(
        name = "replay",
        description = "try a run's candidates again and tell whether it is reproduced",
        sortOptions = false,
        footer = {
            "",
            "Nothing is proposed and no model is asked: every source is compiled, verified on fresh seeds and timed again,"
                    + " and the winner of then is measured in pairs with naive.",
            "Reproduced: all trials were tried, those that were right are right and the others are not, and the winner is"
                    + " faster than naive beyond noise, where it was so. On the same device model its speedup's interval"
                    + " also overlaps what it was, or the speedup is at least 90 %% of it; on another one times are shown,"
                    + " not judged.",
            "Exit status: 0 if it is reproduced, 1 if not."
        })
class ReplayVerb extends Verb {
    @Parameters(
            paramLabel = "RUN|FILE",
            arity = "0..1",
            defaultValue = "last",
            description = "a run's id or name (the last run where left out), or an archive that `export` wrote")
    private String run;

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "another one than it was made on (that one, or the first that runs its language)")
    private String device;

    @Mixin
    private BackgroundOption background;

    @Override
    boolean takesDefaults() {
        return false;
    }

    @Override
    Answer answer(Forge forge, Screen screen) {
        var wanted = forge.replay(run).listener(new ProgressView(screen.progress(), System::nanoTime));
        if (device != null) wanted.device(device);
        return background.isWanted() ? beside(wanted::start) : Answers.run(wanted.run());
    }
}
