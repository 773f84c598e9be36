package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.RunListener;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.report.Tables;
import io.jforge.runtime.store.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `stop [RUN]`: ends a run that goes on elsewhere; what it tried is kept.
@Command(name = "stop", description = "end a run that goes on in the background or elsewhere")
class StopVerb extends Verb {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            defaultValue = "",
            description = "its id or name; the one that goes on where left out")
    private String run;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var id = forge.stop(run);
        var ended = forge.watch(id, RunListener.NONE).record();
        return Answer.of(MimeBundle.text(words(ended)), () -> RunJson.brief(ended));
    }

    private static String words(RunRecord run) {
        var best = Tables.bestTiming(run)
                .map(timing -> ", best %s us".formatted(Tables.number(timing.medianMicros())))
                .orElse("");
        var id = run.header().id();
        return "run %s ended after %d trials%s. `resume %s` goes on with it."
                .formatted(id, run.trials().size(), best, id);
    }
}
