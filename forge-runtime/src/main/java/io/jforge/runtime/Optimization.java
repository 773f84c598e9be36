package io.jforge.runtime;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.llm.Relay;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Goal;
import io.jforge.runtime.search.Mcts;
import io.jforge.runtime.search.RandomSearch;
import io.jforge.runtime.search.Search;
import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.RunRecord;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/// A run to be made: what `%forge optimize` has options for. Each method returns this object.
public final class Optimization {
    static final List<String> SEARCHES = List.of("mcts", "random");

    private final Forge forge;
    private final Catalogue.Entry entry;
    private String shape;
    private String dtype;
    private String device = "auto";
    private int iterations = 30;
    private Optional<Duration> time = Optional.empty();
    private Optional<String> goal = Optional.empty();
    private OptionalInt patience = OptionalInt.empty();
    private String search = SEARCHES.getFirst();
    private String isolation = Isolation.WORKER.label();
    private String cache = Cache.COLD.label();
    private BaselineFinder.Wish baselines = BaselineFinder.Wish.USUAL;
    private long seed = new SecureRandom().nextInt(1 << 30);
    private String name = "";
    private Optional<String> from = Optional.empty();
    private RunListener listener;
    private Optional<Proposer> proposer = Optional.empty();
    private final LlmChoice llm = new LlmChoice();
    private Deadlines deadlines = Deadlines.usual();
    private boolean profile;
    private boolean sanitize;
    private Optional<RunRecord> resumed = Optional.empty();
    private Optional<Task> task = Optional.empty();
    private Optional<Proposal> given = Optional.empty();

    Optimization(Forge forge, Catalogue.Entry entry) {
        this.forge = forge;
        this.entry = entry;
        this.listener = forge.usualListener();
    }

    /// `4096x1024`, `rows=4096,cols=1024`, or a preset's name; the op's first preset where not given.
    public Optimization shape(String text) {
        shape = text;
        return this;
    }

    public Optimization dtype(String label) {
        dtype = label;
        return this;
    }

    /// `auto` (the first GPU, else the processor), `cpu`, `cuda:0`.
    public Optimization device(String id) {
        device = id;
        return this;
    }

    /// Proposals at most; each may be several trials, one for each point of its tunables.
    public Optimization iterations(int count) {
        iterations = count;
        return this;
    }

    /// Wall clock at most.
    public Optimization time(Duration limit) {
        time = Optional.of(limit);
        return this;
    }

    /// Good enough: `3x` (over naive) or `0.9roofline`.
    public Optimization goal(String text) {
        goal = Optional.of(text);
        return this;
    }

    /// Iterations without a gain after which to stop.
    public Optimization patience(int count) {
        patience = OptionalInt.of(count);
        return this;
    }

    /// `mcts` or `random`.
    public Optimization search(String which) {
        search = which;
        return this;
    }

    /// What the winner is measured against, e.g. `naive,eager,compile`; naive always is. Where not given: PyTorch
    /// eager and compile, and a vendor's product, as far as this machine has them.
    public Optimization baseline(String names) {
        baselines = baselines.of(BaselineKind.parse(names));
        return this;
    }

    /// The Python that has PyTorch: its program's path or name.
    public Optimization python(String program) {
        baselines = baselines.with(program);
        return this;
    }

    Optimization baselines(BaselineFinder.Wish wish) {
        baselines = wish;
        return this;
    }

    /// `worker`, or `in-process` for trusted code: quicker by what crosses between processes, and a candidate that
    /// crashes takes this process with it.
    public Optimization isolation(String which) {
        isolation = which;
        return this;
    }

    /// What a candidate finds in the caches when it is timed: `cold`, or `warm` after a run on the same inputs.
    public Optimization cache(String which) {
        cache = which;
        return this;
    }

    /// The model that is asked for candidates: `anthropic:NAME`, `openai:NAME@http://host:port/v1`,
    /// `relay:FOLDER`, ...
    public Optimization llm(String model) {
        llm.name(model);
        return this;
    }

    /// Who proposes: `built-in`, `llm`, or `hybrid`, where the built-in proposer has the first half of the
    /// iterations and the model builds on what that found.
    public Optimization proposer(String who) {
        llm.proposer(who);
        return this;
    }

    /// Questions to the model that may be on their way together.
    public Optimization parallel(int count) {
        llm.atOnce(count);
        return this;
    }

    /// Tokens that one of its answers may take.
    public Optimization maxTokens(int count) {
        llm.maxTokens(count);
        return this;
    }

    /// What its answers may cost together, e.g. `2.00usd`.
    public Optimization budget(String money) {
        llm.budget(money);
        return this;
    }

    /// What it costs, where that is not known: dollars for a million tokens of questions, of answers, and
    /// of questions that the provider had in its cache: `3,15,0.3`.
    public Optimization price(String perMillion) {
        llm.price(perMillion);
        return this;
    }

    /// The device that the model thinks on: where it is the one that measures, nothing is timed while it thinks.
    public Optimization llmOn(String id) {
        llm.on(id);
        return this;
    }

    /// How long one question may take, with all its tries.
    public Optimization llmTimeout(Duration limit) {
        llm.timeout(limit);
        return this;
    }

    /// Who is told where a relay's questions lie.
    public Optimization asker(Relay.Asker told) {
        llm.asker(told);
        return this;
    }

    /// Drives the search; verification draws its own fresh seeds.
    public Optimization seed(long value) {
        seed = value;
        return this;
    }

    /// What to call the run; where a name is used twice, it means the newer run.
    public Optimization name(String text) {
        name = text;
        return this;
    }

    /// Searches below this source in place of the naive one, which stays the baseline: a file, or a trial that
    /// was right: `12` or `best` of the last run, `RUN/12`, `RUN/best`.
    public Optimization from(String fileOrTrial) {
        from = Optional.of(fileOrTrial);
        return this;
    }

    /// Whether the winner is run once more while Nsight Compute (ncu) reads the GPU's counters: what limits it.
    public Optimization profile(boolean wanted) {
        profile = wanted;
        return this;
    }

    /// Whether the winner is run once more, on a small shape, while compute-sanitizer watches every access: what it
    /// reads
    /// outside of its buffers.
    public Optimization sanitize(boolean wanted) {
        sanitize = wanted;
        return this;
    }

    public Optimization listener(RunListener told) {
        listener = told;
        return this;
    }

    /// Who is asked for candidates instead of the built-in proposer.
    Optimization proposer(Proposer asked) {
        proposer = Optional.of(asked);
        return this;
    }

    Optimization deadlines(Deadlines limits) {
        deadlines = limits;
        return this;
    }

    /// Goes on with this run, whose task is now on a device of this machine.
    Optimization resume(RunRecord run, Task itsTask) {
        resumed = Optional.of(run);
        task = Optional.of(itsTask);
        given = run.header().settings().from().map(RunPlan::given);
        run.header().settings().llm().ifPresent(llm::be);
        return this;
    }

    /// Makes the run, on this thread. Interrupting the thread ends it early; what was tried is kept and returned.
    ///
    /// @throws SpecException if shape, dtype or an option does not fit
    /// @throws NoSuchDevice if there is no such device
    /// @throws io.jforge.runtime.compile.MissingTool without a C compiler
    /// @throws io.jforge.runtime.store.StoreException if the store cannot be written
    public Run run() {
        return runner(listener).make();
    }

    /// Makes the run on a thread of its own, which ends with this process.
    ///
    /// @throws SpecException if shape, dtype or an option does not fit
    /// @throws NoSuchDevice if there is no such device
    /// @throws io.jforge.runtime.store.StoreException if the store cannot be written
    public Background start() {
        return Background.start(this::runner, listener);
    }

    private Runner runner(RunListener told) {
        return new Runner(forge, plan(), told);
    }

    RunPlan plan() {
        var start = given.or(() -> from.map(this::start));
        var wanted = task.orElseGet(() -> {
            var target = start.map(it -> forge.device(device, it.source().language()))
                    .orElseGet(() -> forge.device(device));
            return Task.of(entry.op(), shape, dtype, target);
        });
        if (profile) Profiling.require(wanted.target());
        if (sanitize) Sanitizing.require(wanted.target());
        return new RunPlan(
                entry,
                wanted,
                proposer,
                budget(),
                strategy(),
                search,
                goal.orElse(""),
                seed,
                checkedName(name),
                start,
                conditions(),
                baselines,
                resumed,
                llm.plan(forge, wanted.target()),
                profile,
                sanitize,
                Optional.empty());
    }

    /// Checks what it was told, as far as that needs neither a compiler nor the device.
    ///
    /// @throws SpecException if shape, dtype or an option does not fit
    /// @throws NoSuchDevice if there is no such device
    public void check() {
        budget();
        strategy();
        conditions();
        llm.check();
        Task.of(entry.op(), shape, dtype, forge.device(device));
        if (!baselines.python().isEmpty()) forge.python(baselines);
    }

    private Conditions.Chosen conditions() {
        return new Conditions.Chosen(
                chosen("isolation", isolation, Isolation.values(), Isolation::label),
                chosen("cache", cache, Cache.values(), Cache::label),
                deadlines);
    }

    private Budget budget() {
        return new Budget(iterations, time, goal.map(Goal::parse), patience);
    }

    private Search strategy() {
        return switch (search) {
            case "mcts" -> new Mcts();
            case "random" -> new RandomSearch();
            default ->
                throw new SpecException("no search '%s': there are %s.%s"
                        .formatted(search, String.join(", ", SEARCHES), Nearest.suffix(search, SEARCHES)));
        };
    }

    /// A trial that is known not to be right is refused here; what a file is worth is seen when it is tried.
    private Proposal start(String fileOrTrial) {
        TrialName.parse(fileOrTrial).ifPresent(named -> {
            var run = forge.run(named.run());
            var trial = run.trial(named.trial());
            if (trial.medianMicros().isEmpty())
                throw new SpecException("trial %d of %s was %s: a search starts from one that was right"
                        .formatted(trial.number(), run.id(), trial.outcome().label()));
        });
        return forge.origin(fileOrTrial).proposal(entry);
    }

    static <T> T chosen(String option, String text, T[] values, Function<T, String> label) {
        var labels = Arrays.stream(values).map(label).toList();
        return Arrays.stream(values)
                .filter(value -> label.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new SpecException("no %s '%s': there are %s.%s"
                        .formatted(option, text, String.join(", ", labels), Nearest.suffix(text, labels))));
    }

    static String checkedName(String name) {
        if (!name.isEmpty() && !name.matches("\\w[\\w.-]{0,63}"))
            throw new SpecException("a run's name is up to 64 letters, digits, '.', '_' or '-', not '" + name + "'");
        if (isTaken(name))
            throw new SpecException("a run's name cannot be '" + name + "', which means a trial or another run");
        return name;
    }

    /// Whether a name means something else.
    static boolean isTaken(String name) {
        return name.matches("\\d+|last|best");
    }
}
