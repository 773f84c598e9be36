package io.jforge.runtime;

import io.jforge.runtime.compile.CudaCompilers;
import io.jforge.runtime.compile.Toolchain;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.llm.Llms;
import io.jforge.runtime.measure.Had;
import io.jforge.runtime.measure.Pythons;
import io.jforge.runtime.measure.RooflineCache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.OpFiles;
import io.jforge.runtime.report.Reproduction;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.Archive;
import io.jforge.runtime.store.Cleaning;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.RunStore;
import io.jforge.runtime.store.Secrets;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Where everything starts: the ops, the devices, the runs, and [#optimize], [#candidate], [#bench], [#suite].
///
/// In a notebook there is one, named `forge`:
/// ```java
/// Run run = forge.optimize("softmax").shape("4096x1024").iterations(30).run();
/// run.summary();
/// ```
public final class Forge implements AutoCloseable {
    private final Map<String, String> environment;
    private final Path home;
    private final Catalogue catalogue = new Catalogue();
    private final RunStore store;
    private final Devices devices;
    private Supplier<RunListener> listeners = () -> RunListener.NONE;
    private Run last;

    private Forge(Map<String, String> environment, Path home) {
        this.environment = environment;
        this.home = home;
        this.store = new RunStore(home);
        this.devices = new Devices(environment, home.resolve("nvrtc"));
    }

    /// @param environment `JFORGE_HOME` (where runs are kept), `CC`, `JFORGE_PYTHON` and `PATH` are read
    public static Forge open(Map<String, String> environment) {
        return new Forge(Map.copyOf(environment), home(environment));
    }

    /// `JFORGE_HOME`, else the folder where this platform keeps a person's data.
    static Path home(Map<String, String> environment) {
        var asked = environment.get("JFORGE_HOME");
        if (asked != null && !asked.isBlank()) return Path.of(asked).toAbsolutePath();
        var user = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac"))
            return user.resolve("Library/Application Support/jforge");
        var data = environment.get("XDG_DATA_HOME");
        return (data == null || data.isBlank() ? user.resolve(".local/share") : Path.of(data)).resolve("jforge");
    }

    public Path home() {
        return home;
    }

    public Catalogue catalogue() {
        return catalogue;
    }

    public RunStore store() {
        return store;
    }

    /// The devices that candidates can run on: the processor, and the NVIDIA GPUs that the driver shows.
    public List<Target> devices() {
        return devices.all();
    }

    /// Language models, with the keys that this machine has.
    public Llms llms() {
        return new Llms(environment);
    }

    /// How a GPU is now; empty for a processor, or where the driver does not tell.
    public Optional<GpuState> state(Target target) {
        return devices.state(target);
    }

    /// The Python whose PyTorch the winner is measured against, if that is wanted.
    ///
    /// @throws SpecException if one is named that is no program
    Had<Path> python(BaselineFinder.Wish wish) {
        return wish.wantsTorch() ? new Pythons(environment).withTorch(wish.python()) : Had.missing("not asked for");
    }

    BaselineFinder baselines(Rig rig, Task task) {
        return new BaselineFinder(environment, devices.driver(task.target()), rig, task);
    }

    /// The device that `--device` means; `auto` is the first GPU, or the processor where there is none.
    ///
    /// @throws NoSuchDevice if there is none of that name
    public Target device(String id) {
        return devices.named(id);
    }

    /// The device for a source in this language.
    Target device(String id, Language language) {
        return devices.named(id, language);
    }

    /// The C compiler, found on first use.
    ///
    /// @throws io.jforge.runtime.compile.MissingTool if there is none
    public Toolchain toolchain() {
        return devices.toolchain();
    }

    /// Adds an op of your own to this catalogue: a folder with op.yaml, reference.c, naive.c or naive.cu or
    /// both, and perhaps rewrites.yaml with its templates. It is tried first: one whose answers could be
    /// guessed, or whose sources disagree, is refused.
    ///
    /// @throws SpecException saying what is wrong with it, or that there is an op of this name
    /// @throws io.jforge.runtime.compile.MissingTool without a compiler
    public Definition define(Path folder) {
        return define(OpFiles.in(folder));
    }

    Definition define(OpFiles files) {
        var definition = Definition.of(files, this);
        catalogue.add(definition.entry());
        return definition;
    }

    /// Prepares a run for an op of the catalogue; nothing happens until [Optimization#run].
    ///
    /// @throws SpecException naming the nearest if there is no such op
    public Optimization optimize(String op) {
        return new Optimization(this, catalogue.find(op));
    }

    /// Prepares to try a source of your own on an op: its whole text, forge header and all.
    ///
    /// @throws SpecException naming the nearest if there is no such op, or if the header does not parse
    public Tryout candidate(String op, String source) {
        return new Tryout(this, catalogue.find(op), Origin.written("your source", source));
    }

    /// The same for a source in a file, or a trial of a run: `softmax.c`, `12`, `best`, `RUN/12`, `RUN/best`.
    ///
    /// @throws SpecException naming the nearest if there is no such op, or if there is no such file or trial
    public Tryout candidateFrom(String op, String fileOrTrial) {
        return new Tryout(this, catalogue.find(op), origin(fileOrTrial));
    }

    /// Prepares to put sources of an op side by side, with naive and the best that was kept.
    ///
    /// @throws SpecException naming the nearest if there is no such op
    public Benchmark bench(String op) {
        return new Benchmark(this, catalogue.find(op));
    }

    /// Prepares to measure every preset of every op; nothing happens until [Suite#run].
    public Suite suite() {
        return new Suite(this);
    }

    /// @throws SpecException if it names neither a readable file nor a trial
    Origin origin(String fileOrTrial) {
        return TrialName.parse(fileOrTrial)
                .map(name -> Origin.of(run(name.run()), run(name.run()).trial(name.trial())))
                .orElseGet(() -> Origin.written(fileOrTrial, text(fileOrTrial)));
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (CharacterCodingException binary) {
            throw new SpecException("'%s' is not text in UTF-8".formatted(file));
        } catch (IOException | InvalidPathException unreadable) {
            throw new SpecException(
                    "cannot read '%s': a source is a file, or a trial such as 12, best, RUN/12, RUN/best"
                            .formatted(file));
        }
    }

    /// The run that was made last, here or in another process.
    ///
    /// @throws SpecException if there is none yet
    public Run last() {
        return Optional.ofNullable(last)
                .or(() -> store.last().map(this::shown))
                .orElseThrow(() -> new SpecException("no run yet: `%forge optimize softmax` makes one"));
    }

    /// The run with this id, or the newest with this name; `last` is the latest.
    ///
    /// @throws SpecException naming the nearest if there is none
    public Run run(String idOrName) {
        return idOrName.equals("last") ? last() : shown(store.find(idOrName));
    }

    /// A replay beside its original, where that is here and is the one that was replayed.
    private Run shown(RunRecord run) {
        return run.header()
                .replayed()
                .map(RunHeader.Replayed::run)
                .filter(store::has)
                .map(store::find)
                .filter(original -> Reproduction.isOf(original, run))
                .map(new Run(run)::beside)
                .orElseGet(() -> new Run(run));
    }

    /// Prepares to try the trials of a run again, on a device of this machine: no model, no proposer, the same
    /// sources, measured afresh.
    ///
    /// @param runOrFile a run's id or name, or the file of an archive, which need not be imported
    /// @throws SpecException naming the nearest if there is neither, or if the archive is damaged
    public Replaying replay(String runOrFile) {
        if (runOrFile.endsWith(".jforge") || runOrFile.contains("/")) return replayOf(Path.of(runOrFile));
        boolean file = !runOrFile.equals("last") && !store.has(runOrFile) && Files.isRegularFile(Path.of(runOrFile));
        return file
                ? replayOf(Path.of(runOrFile))
                : new Replaying(this, run(runOrFile).record(), "", Map.of());
    }

    private Replaying replayOf(Path file) {
        var archive = Archive.read(file);
        Admission.require(file, archive, catalogue);
        return new Replaying(this, archive.run(), file.getFileName().toString(), archive.op());
    }

    /// Prepares to go on with a run that was interrupted, that failed, or whose process was killed.
    ///
    /// @throws SpecException naming the nearest if there is no such run, or if it was no search
    public Resumption resume(String idOrName) {
        return new Resumption(this, run(idOrName).record());
    }

    /// Follows a run that goes on in another thread or process until it ends; interrupting this thread ends
    /// the watch only.
    ///
    /// @throws SpecException naming the nearest if there is no such run
    /// @throws java.util.concurrent.CancellationException if this thread is interrupted
    public Run watch(String idOrName, RunListener told) {
        return shown(new Watch(store, id(idOrName), told).follow());
    }

    /// Asks a run to end, wherever it goes on; what it tried is kept.
    ///
    /// @return its id
    /// @throws SpecException naming the nearest if there is no such run, or if it does not go on
    public String stop(String idOrName) {
        var id = id(idOrName);
        if (!store.isRunning(id))
            throw new SpecException("run %s does not go on: it was %s"
                    .formatted(id, run(id).record().state()));
        store.stop(id);
        return id;
    }

    /// A run that is only being made ready has an id, and is not kept yet; without a word the one that goes on.
    private String id(String idOrName) {
        var going = store.running();
        if (going.contains(idOrName)) return idOrName;
        if (!idOrName.isEmpty()) return run(idOrName).id();
        if (going.size() == 1) return going.getFirst();
        throw new SpecException(
                going.isEmpty()
                        ? "no run goes on now: `runs` lists those that did"
                        : "say which run: %s go on".formatted(String.join(", ", going)));
    }

    /// A trial of a run on a GPU as PTX or machine code, compiled again for the architecture that the run
    /// was made on.
    ///
    /// @throws SpecException if it is not a CUDA source, or does not compile here
    /// @throws io.jforge.runtime.compile.MissingTool without the tools
    public String assembly(Run run, Trial trial, Assembly kind) {
        var exporting = new Exporting(catalogue, run.record(), trial);
        return exporting.assembly(kind, devices.cudaTools());
    }

    /// A trial of a run on a GPU as one CUDA program that needs no JForge: source, launches, inputs, check, clock.
    ///
    /// @param file the name that its head comment gives it, which ends in `.cu`
    /// @throws SpecException if it is not a CUDA source, or of a kind that cannot be exported yet
    public String program(Run run, Trial trial, String file) {
        return new Exporting(catalogue, run.record(), trial).program(file);
    }

    /// The command that compiles what [#program] gives.
    public String compileCommand(Run run, Trial trial, String file) {
        return new Exporting(catalogue, run.record(), trial).compileCommand(file);
    }

    /// What the GPU's counters say of a trial of a run that was made on it; nothing of it is kept.
    ///
    /// @throws SpecException if it is not a CUDA source, or was made on another GPU
    /// @throws NoSuchDevice if there is no such GPU here
    public Profile profile(Run run, Trial trial) {
        var target = device(run.record().header().device());
        Profiling.require(target);
        return profiling(target, lock(target, usualListener())).of(run.record(), trial);
    }

    Profiling profiling(Target target, DeviceLock lock) {
        return new Profiling(catalogue, devices.cudaTools(), target, lock, environment);
    }

    Sanitizing sanitizing(Target target, DeviceLock lock) {
        var tools = devices.cudaTools();
        var programs = new TrialPrograms(tools, target, environment);
        return new Sanitizing(catalogue, tools, programs, lock, RandomGenerator.getDefault());
    }

    /// A run as one file's bytes, for another machine or for an appendix: its trials with every sample and
    /// source, what is known of the machine, but neither keys nor the name of this home. The same run makes
    /// the same bytes.
    ///
    /// @throws SpecException if it still goes on, lacks trials, or would tell a key of the environment
    public Archived archive(Run run) {
        var archive = archiving().of(store.find(run.id())); // whose transcript is whole
        return new Archived(archive.bytes(new Secrets(environment)), Archiving.notes(archive));
    }

    /// Writes what [#archive] gives to a file, such as `softmax-3f9a.jforge`.
    ///
    /// @throws SpecException if the run cannot be archived
    /// @throws UncheckedIOException if the file cannot be written
    public void export(Run run, Path file) {
        var bytes = archive(run).bytes();
        try {
            Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write " + file, failed);
        }
    }

    /// Takes the run of an archive into the store, where it is like others; its times hold for a machine
    /// like the one that it was made on. One that is there already is left as it is.
    ///
    /// @throws SpecException if the file is none, is damaged, or is a newer JForge's; then nothing is written
    public Imported importRun(Path archive) {
        return archiving().take(archive);
    }

    private Archiving archiving() {
        return new Archiving(this, environment.getOrDefault("HOME", System.getProperty("user.home")));
    }

    /// A run's id, short, and new in this store.
    String newId(String op) {
        var random = RandomGenerator.getDefault();
        String id;
        do id = "%s-%04x".formatted(op, random.nextInt(1 << 16));
        while (store.has(id));
        return id;
    }

    static String version() {
        return Optional.ofNullable(Forge.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    /// Every run, the newest first.
    public List<Run> runs() {
        return store.all().stream().map(Run::new).toList();
    }

    /// Deletes runs, each by its id, or the newest with a name: all of them or, if one is not there or is
    /// still going on, none.
    ///
    /// @throws SpecException saying which
    public Cleaning.Removed delete(List<String> idsOrNames) {
        var ids = idsOrNames.stream()
                .map(each -> each.equals("last") ? last().id() : store.id(each))
                .distinct()
                .toList();
        return forgetting(ids, store.cleaning().delete(ids));
    }

    /// Deletes runs by their ids and gives the system back what they took.
    ///
    /// @throws SpecException if one of them is still going on
    public Cleaning.Removed sweep(List<String> ids) {
        return forgetting(ids, store.cleaning().sweep(ids));
    }

    private Cleaning.Removed forgetting(List<String> ids, Cleaning.Removed removed) {
        if (last != null && ids.contains(last.id())) last = null;
        return removed;
    }

    /// Prepares to try the verifier itself on what is known to be right and known to be wrong.
    public SelfTest selfTest(Target target) {
        return new SelfTest(this, target);
    }

    /// Who is told of runs that name no listener of their own, such as a notebook's display.
    public void tell(Supplier<RunListener> usual) {
        listeners = usual;
    }

    RunListener usualListener() {
        return listeners.get();
    }

    Run keep(Run run) {
        last = run;
        return run;
    }

    /// A rig for the task, told of while it is made ready.
    Rig rig(Task task, Catalogue.Entry entry, Conditions.Chosen chosen, RunListener listener) {
        listener.preparing("finding a compiler");
        var maker = tools(task.target(), what -> {
            listener.preparing(what);
            return Optional.of((done, total) ->
                    listener.preparing("%s: %d %%".formatted(what, 100 * done / Math.max(1, total))));
        });
        listener.preparing("starting the worker and measuring what this machine can do");
        var conditions = new Conditions(lock(task.target(), listener), chosen);
        return new Rig(task, entry, maker, new RooflineCache(home.resolve("roofline.json")), conditions);
    }

    /// What a run on this device is made with.
    Tools.Maker tools(Target target, CudaCompilers.Consent consent) {
        return devices.tools(target, consent);
    }

    DeviceLock lock(Target target, RunListener listener) {
        return devices.lock(target, listener);
    }

    @Override
    public void close() {
        store.close();
    }
}
