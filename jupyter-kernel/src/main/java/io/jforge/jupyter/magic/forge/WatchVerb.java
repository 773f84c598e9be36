package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.runtime.Forge;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `watch [RUN]`: follows a run that goes on elsewhere, and shows what it came to.
@Command(name = "watch", description = "follow a run that goes on in the background or elsewhere")
class WatchVerb extends Verb {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            defaultValue = "",
            description = "its id or name; the one that goes on where left out")
    private String run;

    /// Interrupting it leaves the run alone.
    @Override
    Answer answer(Forge forge, Screen screen) {
        return Answers.run(forge.watch(run, new ProgressView(screen.progress(), System::nanoTime)));
    }
}
