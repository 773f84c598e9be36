package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Optimization;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `optimize OP`: searches for a faster source, showing how it comes along.
@Command(name = "optimize", description = "search for a faster source of an op", sortOptions = false)
class OptimizeVerb extends Verb {
    static final int INTERRUPTED = 130;

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

    @Option(
            names = "--iters",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "proposals at most (30)",
            defaultValue = "30")
    private int iterations;

    @Option(names = "--time", paramLabel = "T", description = "wall clock at most: 60s, 5m")
    private String time;

    @Option(names = "--goal", paramLabel = "G", description = "good enough: 3x over naive, or 0.9roofline")
    private String goal;

    @Option(
            names = "--patience",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "stop after N iterations without a gain")
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

    @Option(
            names = "--profile",
            description = "read the GPU's counters while it runs the winner: what limits it; needs ncu and nvcc")
    private boolean profile;

    @Option(
            names = "--sanitize",
            description = "run the winner on a small shape while every access is watched: what it reads outside of its"
                    + " buffers; needs compute-sanitizer and nvcc")
    private boolean sanitize;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = Whole.Seed.class,
            description = "drives the search; drawn and shown where not given")
    private Long seed;

    @Option(names = "--name", paramLabel = "NAME", description = "what to call the run", defaultValue = "")
    private String name;

    @Mixin
    private LlmOptions llm;

    @Mixin
    private BackgroundOption background;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var wanted = wanted(forge).listener(new ProgressView(screen.progress(), System::nanoTime));
        if (!background.isWanted()) wanted.asker(new RelayBox(screen.input(), screen.notes()));
        return background.isWanted() ? beside(wanted::start) : Answers.run(wanted.run());
    }

    /// Checks the options without a run.
    ///
    /// @throws io.jforge.runtime.spec.SpecException or [io.jforge.runtime.NoSuchDevice] as the run would
    void check(Forge forge) {
        wanted(forge).check();
    }

    private Optimization wanted(Forge forge) {
        var wanted = forge.optimize(op)
                .shape(shape)
                .dtype(dtype)
                .device(device)
                .iterations(iterations)
                .search(search)
                .cache(cache)
                .isolation(isolation)
                .name(name)
                .profile(profile)
                .sanitize(sanitize);
        llm.to(wanted);
        if (time != null) wanted.time(Durations.parse(time));
        if (goal != null) wanted.goal(goal);
        if (patience != null) wanted.patience(patience);
        if (from != null) wanted.from(from);
        if (seed != null) wanted.seed(seed);
        if (baseline != null) wanted.baseline(baseline);
        if (python != null) wanted.python(python);
        return wanted;
    }
}
