package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.jupyter.display.SideBySideView;
import io.jforge.runtime.Forge;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bench OP`: naive, the best that was kept and the given sources side by side.
@Command(name = "bench", description = "measure sources side by side, without a search", sortOptions = false)
class BenchVerb extends Verb {
    @Parameters(index = "0", paramLabel = "OP", description = "softmax, matmul, ...: `ops` lists them")
    private String op;

    @Option(
            names = "--source",
            paramLabel = "S",
            description = "a file, or a trial: 12 or best (of the last run), RUN/12, RUN/best; may be repeated")
    private List<String> sources = new ArrayList<>();

    @Mixin
    private TaskOptions task;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var bench = forge.bench(op)
                .shape(task.shape)
                .dtype(task.dtype)
                .device(task.device)
                .listener(new ProgressView(screen.progress(), System::nanoTime));
        sources.forEach(bench::source);
        var result = bench.run();
        return new Answer(
                List.of(new SideBySideView(result).bundle()),
                result::json,
                result.interrupted() ? Verbs.INTERRUPTED : 0);
    }
}
