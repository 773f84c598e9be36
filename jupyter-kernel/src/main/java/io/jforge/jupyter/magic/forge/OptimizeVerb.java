package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.jupyter.display.RunView;
import io.jforge.runtime.Forge;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.spec.SpecException;
import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `optimize OP`: searches for a faster source, showing how it comes along.
@Command(name = "optimize", description = "search for a faster source of an op", sortOptions = false)
class OptimizeVerb extends Verb {
    static final int INTERRUPTED = 130;

    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|min|h)?");

    @Parameters(paramLabel = "OP", description = "softmax, matmul, ...: `ops` lists them")
    private String op;

    @Option(names = "--shape", paramLabel = "SHAPE", description = "4096x1024, rows=4096,cols=1024, or a preset")
    private String shape;

    @Option(names = "--dtype", paramLabel = "T", description = "f32, ...")
    private String dtype;

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "auto (the first GPU, else the processor), cpu, cuda:0",
            defaultValue = "auto")
    private String device;

    @Option(names = "--iters", paramLabel = "N", description = "proposals at most (30)", defaultValue = "30")
    private int iterations;

    @Option(names = "--time", paramLabel = "T", description = "wall clock at most: 60s, 5m")
    private String time;

    @Option(names = "--goal", paramLabel = "G", description = "good enough: 3x over naive, or 0.9roofline")
    private String goal;

    @Option(names = "--patience", paramLabel = "N", description = "stop after N iterations without a gain")
    private Integer patience;

    @Option(names = "--search", paramLabel = "S", description = "mcts or random (mcts)", defaultValue = "mcts")
    private String search;

    @Option(
            names = "--from",
            paramLabel = "S",
            description =
                    "search below this source: a file, or a trial: 12 or best (of the last run), RUN/12, RUN/best")
    private String from;

    @Option(
            names = "--baseline",
            paramLabel = "B,...",
            description = "what the winner is measured against: naive, eager, compile, compile-max, cublas, openblas"
                    + " (those that are here, but compile-max, which takes minutes)")
    private String baseline;

    @Option(names = "--python", paramLabel = "P", description = "the Python that has PyTorch (else JFORGE_PYTHON)")
    private String python;

    @Option(
            names = "--cache",
            paramLabel = "C",
            description = "what a candidate finds when it is timed: cold, or warm after a run (cold)",
            defaultValue = "cold")
    private String cache;

    @Option(
            names = "--isolation",
            paramLabel = "I",
            description = "worker, or in-process: quicker, for trusted code only, since a crash ends JForge (worker)",
            defaultValue = "worker")
    private String isolation;

    @Option(names = "--seed", paramLabel = "N", description = "drives the search; drawn and shown where not given")
    private Long seed;

    @Option(names = "--name", paramLabel = "NAME", description = "what to call the run", defaultValue = "")
    private String name;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var progress = new ProgressView(screen.progress(), System::nanoTime);
        var wanted = forge.optimize(op)
                .shape(shape)
                .dtype(dtype)
                .device(device)
                .iterations(iterations)
                .search(search)
                .cache(cache)
                .isolation(isolation)
                .name(name)
                .listener(progress);
        if (time != null) wanted.time(duration(time));
        if (goal != null) wanted.goal(goal);
        if (patience != null) wanted.patience(patience);
        if (from != null) wanted.from(from);
        if (seed != null) wanted.seed(seed);
        if (baseline != null) wanted.baseline(baseline);
        if (python != null) wanted.python(python);
        var run = wanted.run();
        boolean interrupted = run.record().state().equals("interrupted");
        return new Answer(
                new RunView(run.record()).all(), () -> RunJson.full(run.record()), interrupted ? INTERRUPTED : 0);
    }

    /// What `--time` means.
    static Duration duration(String text) {
        var matcher = TIME.matcher(text.strip());
        if (!matcher.matches())
            throw new SpecException("a time is a number with ms, s, m or h, e.g. 60s, not '" + text + "'");
        double number = Double.parseDouble(matcher.group(1));
        double millis = switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
            case "ms" -> number;
            case "s" -> number * 1e3;
            case "h" -> number * 3.6e6;
            default -> number * 6e4;
        };
        return Duration.ofMillis((long) millis);
    }
}
