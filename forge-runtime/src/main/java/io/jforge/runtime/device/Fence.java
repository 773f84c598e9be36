package io.jforge.runtime.device;

import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps a worker at hand: a candidate that crashes, hangs or writes where it must not costs that worker and
/// nothing else.
///
/// Not for use by several threads at once. Every method throws [CancellationException] when its thread is
/// interrupted.
public final class Fence implements AutoCloseable {
    private static final Duration HOUSEKEEPING = Duration.ofSeconds(60);
    private static final int ROUND_TRIPS = 201;
    private static final int NO_MODULE = -1;

    private final String device;
    private final Path folder;
    private final Path hostModule;
    private final Path captured;
    private final Isolation isolation;
    private final Optional<Confinement> confined;
    private final Map<Integer, Path> copies = new HashMap<>();
    private final Set<Integer> loaded = new HashSet<>();
    private Link worker;
    private Runnable onLoss = () -> {};
    private int started;
    private int copied;

    /// A fence for `cpu` or `cuda:0` whose workers keep `hostModule` loaded and leave captured outputs in
    /// `folder`.
    public Fence(String device, Path folder, Path hostModule) {
        this(device, folder, hostModule, Isolation.WORKER);
    }

    public Fence(String device, Path folder, Path hostModule, Isolation isolation) {
        this(device, folder, hostModule, isolation, sandbox(device, isolation));
    }

    /// A fence whose workers see this machine as this process does: for code that is no candidate.
    public static Fence open(String device, Path folder, Path hostModule) {
        return new Fence(device, folder, hostModule, Isolation.WORKER, Optional.empty());
    }

    private Fence(String device, Path folder, Path hostModule, Isolation isolation, Optional<Sandbox> sandbox) {
        this.isolation = isolation;
        this.device = device;
        this.folder = folder.toAbsolutePath();
        this.hostModule = hostModule;
        this.captured = this.folder.resolve("outputs");
        this.confined = sandbox.map(it -> new Confinement(it, new View(this.folder, captured)));
    }

    /// A fence for candidates on a processor, in a sandbox of one's choice.
    static Fence in(Sandbox sandbox, Path folder, Path hostModule) {
        return new Fence("cpu", folder, hostModule, Isolation.WORKER, Optional.of(sandbox));
    }

    private static Optional<Sandbox> sandbox(String device, Isolation isolation) {
        return isolation == Isolation.WORKER && device.equals("cpu") ? Optional.of(Sandbox.here()) : Optional.empty();
    }

    /// What stands between a candidate on a processor and this machine, in a few words.
    public static String walls() {
        var walls = Stream.of(Sandbox.here().label(), Seccomp.isHere() ? "seccomp" : "")
                .filter(label -> !label.isEmpty())
                .collect(Collectors.joining(", "));
        return walls.isEmpty() ? "a process of its own" : walls;
    }

    /// Why there is no sandbox here, and what would bring one; empty if there is one.
    public static Optional<String> lacking() {
        return Sandbox.here() instanceof Sandbox.None(String lacking) ? Optional.of(lacking) : Optional.empty();
    }

    /// Workers started so far: one, and one more for each that was lost.
    public int workersStarted() {
        return started;
    }

    /// The process that the worker is, while there is one.
    public OptionalLong process() {
        return worker == null ? OptionalLong.empty() : OptionalLong.of(worker.pid());
    }

    /// Who is told when a worker is gone, with all that it shared.
    public void onLoss(Runnable told) {
        onLoss = told;
    }

    /// Lets go of what other processes shared with this worker, if it runs; one that cannot is replaced.
    public void forget() {
        if (worker == null) return;
        within("verify", () -> {
            if (ask(new Request.Forget(), HOUSEKEEPING) instanceof Reply.Failed) drop();
            return Step.passed(true);
        });
    }

    /// Loads a module; a candidate's own mistake (an entry that is not there) shows at its first call.
    ///
    /// @throws DeviceException if the loader refuses it
    public void load(int module, Path path) {
        require(ask(new Request.Load(module, shown(module, path).toString()), HOUSEKEEPING));
        loaded.add(module);
    }

    public void unload(int module) {
        if (loaded.remove(module)) require(ask(new Request.Unload(module), HOUSEKEEPING));
        forgetCopy(module);
    }

    /// A confined worker sees no folder but its own; each copy has a name of its own, by which loaders know a library.
    private Path shown(int module, Path path) {
        if (confined.isEmpty()) return path;
        try {
            forgetCopy(module);
            var copy = folder.resolve("module-%d-%d.so".formatted(module, ++copied));
            Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
            copies.put(module, copy);
            return copy;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + folder, failed);
        }
    }

    private void forgetCopy(int module) {
        var copy = copies.remove(module);
        try {
            if (copy != null) Files.deleteIfExists(copy);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + folder, failed);
        }
    }

    public boolean isLoaded(int module) {
        return worker != null && loaded.contains(module);
    }

    /// Makes a layout current; inputs in `sets` copies.
    ///
    /// @return whether its memory is as the last use of it left it; false if it is new
    public boolean use(List<BufferSpec> buffers, int sets) {
        var reply = ask(new Request.Use(buffers, sets), HOUSEKEEPING);
        require(reply);
        return reply instanceof Reply.Used(boolean kept) && kept;
    }

    public void fill(int set, List<Fill> fills) {
        require(ask(new Request.FillSet(set, fills), HOUSEKEEPING));
    }

    /// What runs did besides their outputs: both lists are empty for one that kept to the rules.
    public record Ran(List<String> changedInputs, List<String> brokenGuards) {
        boolean isClean() {
            return changedInputs.isEmpty() && brokenGuards.isEmpty();
        }
    }

    /// Runs a call once on poisoned outputs; its outputs are then in [#outputs].
    public Step<Ran> run(Call call, int set, byte poison, Duration deadline) {
        return run(call, set, poison, deadline, true);
    }

    /// The same; outputs that are not captured stay on the device.
    public Step<Ran> run(Call call, int set, byte poison, Duration deadline, boolean capture) {
        return within("verify", () -> {
            var reply = ask(new Request.Run(call, set, poison, capture ? captured.toString() : ""), deadline);
            return switch (reply) {
                case Reply.Ran(var changed, var broken) -> Step.passed(kept(new Ran(changed, broken)));
                case Reply.Failed(String message) -> Step.stopped(new Outcome.Forbidden("launch", message));
                case Reply.Left left -> Step.stopped(wrong(left));
                case Reply.Done _,
                        Reply.Used _,
                        Reply.Times _,
                        Reply.Shared _,
                        Reply.Compared _,
                        Reply.Fits _,
                        Reply.Digest _ -> throw new IllegalStateException("odd reply " + reply);
            };
        });
    }

    /// Where memory was written that must not be, nobody knows what else was: the next candidate gets
    /// another worker.
    private Ran kept(Ran ran) {
        if (!ran.isClean()) drop();
        return ran;
    }

    private Outcome wrong(Reply.Left left) {
        drop();
        return new Outcome.Wrong(left.check(), left.what());
    }

    /// One Timing for each call, and what the calls did besides.
    public record Times(List<Timing> timings, Ran ran) {}

    /// Times calls in turn, on the inputs that are there.
    public Step<Times> time(List<Call> calls, Sampling sampling, long flushBytes, Duration deadline) {
        return time(calls, sampling, flushBytes, deadline, FreshInputs.none(), false);
    }

    /// The same, every sample on fresh inputs and poisoned outputs.
    ///
    /// @param capture whether the last sample's outputs are to be in [#outputs]; they stay on the device otherwise
    public Step<Times> time(
            List<Call> calls,
            Sampling sampling,
            long flushBytes,
            Duration deadline,
            FreshInputs fresh,
            boolean capture) {
        return within("time", () -> {
            var file = capture ? captured.toString() : "";
            var reply = ask(new Request.Time(calls, sampling, flushBytes, fresh, file), deadline);
            return switch (reply) {
                case Reply.Times(var samples, boolean racedOut, var changed, var broken) ->
                    Step.passed(new Times(
                            samples.stream()
                                    .map(list -> new Timing(list, racedOut))
                                    .toList(),
                            kept(new Ran(changed, broken))));
                case Reply.Failed(String message) -> Step.stopped(new Outcome.Forbidden("launch", message));
                case Reply.Left left -> Step.stopped(wrong(left));
                case Reply.Done _,
                        Reply.Used _,
                        Reply.Ran _,
                        Reply.Shared _,
                        Reply.Compared _,
                        Reply.Fits _,
                        Reply.Digest _ -> throw new IllegalStateException("odd reply " + reply);
            };
        });
    }

    /// How much of a GPU's multiprocessor the launches of a call fill.
    ///
    /// @param blocks of each launch that fit at once; empty on a processor
    /// @param threads the most that a multiprocessor holds
    public record Fit(List<Integer> blocks, int threads) {}

    /// @throws DeviceException if the device cannot tell
    public Fit fit(Call call) {
        var reply = ask(new Request.Fit(call), HOUSEKEEPING);
        require(reply);
        var fits = (Reply.Fits) reply;
        return new Fit(fits.blocks(), fits.threads());
    }

    /// A hash of what the current outputs hold.
    public long digest() {
        var reply = ask(new Request.Digest(), HOUSEKEEPING);
        require(reply);
        return ((Reply.Digest) reply).outputs();
    }

    /// Handles of the current outputs, by which a judge reads them; on a processor those that were captured
    /// last.
    public Map<String, byte[]> share() {
        var reply = ask(new Request.Share(), HOUSEKEEPING);
        require(reply);
        return ((Reply.Shared) reply).handles();
    }

    /// The handle of an output that was captured last, by which a judge reads it: from this place of the file on. It is
    /// made here, so that no worker can name another file.
    public byte[] capturedFrom(long place) {
        return CpuOutputs.handle(captured, place);
    }

    /// Compares outputs that another process shares with the current layout's references.
    public List<Verdict> compare(List<Judged> outputs) {
        var reply = ask(new Request.Compare(outputs), HOUSEKEEPING);
        require(reply);
        return ((Reply.Compared) reply).worst();
    }

    /// The file that the last captured run's outputs are in.
    public Path captured() {
        return captured;
    }

    /// The last run's outputs, one after another in layout order, as a view of at most `bytes` bytes.
    public MemorySegment outputs(long bytes, Arena arena) {
        try (var channel = FileChannel.open(captured, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
        } catch (ClosedByInterruptException _) {
            throw new CancellationException("interrupted");
        } catch (IOException unreadable) {
            throw new DeviceException("cannot read a worker's outputs: " + unreadable.getMessage(), unreadable);
        }
    }

    /// The first number of the last run's outputs, which are f32.
    public float firstFloat() {
        try (var arena = Arena.ofConfined()) {
            return outputs(Float.BYTES, arena).get(ValueLayout.JAVA_FLOAT, 0);
        }
    }

    /// Does work that asks this fence for several things; a worker lost on the way is the candidate's
    /// Outcome.
    public <T> Step<T> within(String stage, Supplier<Step<T>> work) {
        try {
            return work.get();
        } catch (WorkerLost lost) {
            drop();
            return Step.stopped(
                    switch (lost) {
                        case WorkerLost.Ended ended -> new Outcome.Crashed(ended.getMessage());
                        case WorkerLost.Late late -> new Outcome.TimedOut(stage, late.limit());
                    });
        }
    }

    /// What asking for nothing costs: the median of some tries.
    public Duration roundTrip() {
        var nanos = new ArrayList<Long>();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long start = System.nanoTime();
            require(ask(new Request.Unload(NO_MODULE), HOUSEKEEPING));
            nanos.add(System.nanoTime() - start);
        }
        Collections.sort(nanos);
        return Duration.ofNanos(nanos.get(ROUND_TRIPS / 2));
    }

    private Reply ask(Request request, Duration deadline) {
        if (worker == null) start();
        try {
            return worker.ask(request, deadline);
        } catch (CancellationException interrupted) {
            drop();
            throw interrupted;
        }
    }

    /// A worker that is lost before it has met a candidate is no candidate's doing: another is tried. A device where
    /// that one is lost too is in no state to measure anything.
    private void start() {
        try {
            if (!Files.exists(captured)) Files.createFile(captured);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + folder, failed);
        }
        try {
            startOne();
        } catch (WorkerLost _) {
            drop();
            startAgain();
        }
    }

    private void startAgain() {
        try {
            startOne();
        } catch (WorkerLost lost) {
            drop();
            throw new DeviceException("a worker process was lost as it started, twice: " + lost.getMessage(), lost);
        }
    }

    private void startOne() {
        worker = switch (isolation) {
            case WORKER -> new WorkerClient(device, confined);
            case IN_PROCESS -> new SameProcess(device);
        };
        started++;
        loaded.clear();
        load(Engine.HOST, hostModule);
    }

    private static void require(Reply reply) {
        if (reply instanceof Reply.Failed(String message)) throw new DeviceException(message);
    }

    private void drop() {
        loaded.clear();
        if (worker == null) return;
        worker.close();
        worker = null;
        onLoss.run();
    }

    @Override
    public void close() {
        drop();
    }
}
