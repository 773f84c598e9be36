package io.jforge.runtime.device;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Runs candidates on this processor, on one thread, which OpenMP then ties its team to.
final class CpuEngine implements Engine {

    private static final byte POISON = (byte) 0xFF;
    private static final double GIB = 1L << 30;

    private final Map<Integer, CpuModule> modules = new HashMap<>();
    private final Layouts<CpuMemory> layouts = new Layouts<>(CpuMemory::new);
    private final Arena flushArena = Arena.ofShared();
    private MemorySegment flush = MemorySegment.NULL;
    private final Custody custody;
    private CpuMemory memory = new CpuMemory(List.of(), 1);

    CpuEngine(Custody custody) {
        this.custody = custody;
    }

    @Override
    public Reply answer(Request request) {
        try {
            return switch (request) {
                case Request.Load(int number, String path) -> load(number, Path.of(path));
                case Request.Unload(int number) -> unload(number);
                case Request.Use(var buffers, int sets) -> use(buffers, sets);
                case Request.FillSet(int set, var fills) -> fill(set, fills);
                case Request.Run(Call call, int set, byte poison, String capture) ->
                    custody.over(scratch(List.of(call)), host(), () -> run(call, set, poison, capture));
                case Request.Time timed ->
                    custody.over(scratch(timed.calls()) + timed.flushBytes(), host(), () -> time(timed));
                case Request.Digest() -> new Reply.Digest(memory.digest());
                case Request.Forget() -> new Reply.Done();
                case Request.Share() -> new Reply.Failed("outputs of a processor go by a file");
                case Request.Compare(var compared) -> new Reply.Compared(CpuOutputs.compare(compared, memory));
                case Request.Fit _ -> new Reply.Fits(List.of(), 0);
            };
        } catch (OutOfMemoryError _) {
            return new Reply.Failed("the worker ran out of memory");
        } catch (IllegalArgumentException | IOException refused) {
            return new Reply.Failed(String.valueOf(refused.getMessage()));
        }
    }

    /// Our own module stays: it keeps the OpenMP library, whose threads wait in its code.
    @Override
    public void close() {
        modules.forEach((number, module) -> {
            if (number != HOST) module.close();
        });
        layouts.close();
        flushArena.close();
    }

    private Optional<CpuModule> host() {
        return Optional.ofNullable(modules.get(HOST));
    }

    /// In bytes; more than there is where it cannot be counted.
    private static long scratch(List<Call> calls) {
        double bytes = calls.stream()
                .flatMap(call -> call.scratch().stream())
                .mapToDouble(spec -> (double) spec.elements() * spec.dtype().bytes() + 2 * Guarded.GUARD)
                .sum();
        return (long) Math.min(bytes, Long.MAX_VALUE / 2);
    }

    private Reply load(int number, Path path) {
        modules.put(number, new CpuModule(path));
        return new Reply.Done();
    }

    private Reply unload(int number) {
        var module = modules.remove(number);
        if (module != null) module.close();
        return new Reply.Done();
    }

    private Reply use(List<BufferSpec> buffers, int sets) {
        boolean kept = layouts.has(buffers, sets);
        memory = layouts.use(buffers, sets);
        return new Reply.Used(kept);
    }

    private Reply fill(int set, List<Fill> fills) {
        memory.fill(set, fills);
        return new Reply.Done();
    }

    private Reply run(Call call, int set, byte poison, String capture) throws IOException {
        try (var prepared = prepare(call)) {
            memory.poisonOutputs(poison);
            prepared.scratch().values().forEach(buffer -> buffer.poison(poison));
            prepared.run(set);
            var broken = new ArrayList<>(memory.brokenGuards(set));
            broken.addAll(prepared.brokenGuards());
            var changed = memory.changedInputs(set);
            if (!capture.isEmpty()) CpuOutputs.capture(memory, Path.of(capture));
            return new Reply.Ran(changed, broken);
        }
    }

    /// Samples all calls in turn, so that what drifts meanwhile meets each of them alike.
    private Reply time(Request.Time timed) throws IOException {
        var prepared = new ArrayList<Prepared>();
        var sampling = timed.sampling();
        try {
            for (var call : timed.calls()) prepared.add(prepare(call));
            var samples = new ArrayList<List<Long>>();
            for (var _ : timed.calls()) samples.add(new ArrayList<>());
            var coldly = new Cold(timed.flushBytes());
            var renewal = new Renewal(memory, timed.fresh());
            prepared.forEach(call -> call.run(0));
            boolean racedOut = new Sampler(sampling).sample(prepared.size(), memory.sets(), samples, place -> {
                var call = prepared.get(place.call());
                if (sampling.warm()) return warm(call, place, renewal);
                if (sampling.isLed()) call.run(other(place.set()));
                renewal.before(place);
                return coldly.sample(call, place.set());
            });
            if (!timed.capture().isEmpty()) CpuOutputs.capture(memory, Path.of(timed.capture()));
            return new Reply.Times(samples, racedOut, renewal.changedInputs(), brokenGuards(prepared));
        } finally {
            prepared.forEach(Prepared::close);
        }
    }

    /// Inputs that leave no answer which could be found ready.
    private int other(int set) {
        return (set + 1) % memory.sets();
    }

    /// After a run that is not measured; the answer it left is taken away, so that none can be found ready.
    private long warm(Prepared call, Sampler.Place place, Renewal renewal) {
        call.run(place.set());
        renewal.before(place);
        memory.poisonOutputs(POISON);
        return call.run(place.set());
    }

    private List<String> brokenGuards(List<Prepared> prepared) {
        var broken = sets().flatMap(set -> memory.brokenGuards(set).stream());
        var scratch = prepared.stream().flatMap(call -> call.brokenGuards().stream());
        return Stream.concat(broken, scratch).distinct().toList();
    }

    private Stream<Integer> sets() {
        return IntStream.range(0, memory.sets()).boxed();
    }

    @SuppressWarnings("MustBeClosedChecker") // Prepared closes the arena
    private Prepared prepare(Call call) {
        var module = modules.get(call.module());
        if (module == null) throw new IllegalArgumentException("module " + call.module() + " is not loaded");
        requireMemory(call.scratch());
        var arena = Arena.ofShared();
        try {
            return prepare(call, module, arena);
        } catch (IllegalArgumentException | OutOfMemoryError refused) {
            arena.close();
            throw refused;
        }
    }

    private Prepared prepare(Call call, CpuModule module, Arena arena) {
        var scratch = new LinkedHashMap<String, Guarded>();
        for (var spec : call.scratch()) scratch.put(spec.name(), new Guarded(arena, spec.bytes()));
        var zeroed = call.scratch().stream()
                .filter(BufferSpec::zero)
                .map(spec -> scratch.get(spec.name()))
                .toList();
        var sets = new ArrayList<List<MethodHandle>>();
        for (int set = 0; set < memory.sets(); set++) sets.add(bind(module, call, set, scratch));
        return new Prepared(arena, scratch, zeroed, sets);
    }

    /// Asked first: the system would hand out more than it has, and end some process later.
    private static void requireMemory(List<BufferSpec> scratch) {
        double needed = scratch.stream()
                .mapToDouble(spec -> (double) spec.elements() * spec.dtype().bytes())
                .sum();
        double available = LocalCpu.availableBytes();
        if (needed > available)
            throw new IllegalArgumentException("its scratch takes %.1f GB, this machine has %.1f GB free"
                    .formatted(needed / GIB, available / GIB));
    }

    private List<MethodHandle> bind(CpuModule module, Call call, int set, Map<String, Guarded> scratch) {
        Function<String, MemorySegment> buffers =
                name -> scratch.containsKey(name) ? scratch.get(name).body() : memory.address(set, name);
        var steps = new ArrayList<MethodHandle>();
        for (var launch : call.launches()) {
            if (launch.threads().isPresent())
                steps.addAll(threads(launch.threads().getAsInt()));
            steps.add(module.bind(launch, buffers));
        }
        return steps;
    }

    /// Sets the size of the OpenMP team, where there is an OpenMP.
    private List<MethodHandle> threads(int count) {
        var host = modules.get(HOST);
        if (count < 1 || host == null || !host.exports("omp_set_num_threads")) return List.of();
        var set = host.entry("omp_set_num_threads", ValueLayout.JAVA_INT);
        return List.of(MethodHandles.insertArguments(set, 0, count));
    }

    /// A call with its scratch allocated and every argument in place.
    private record Prepared(
            Arena arena, Map<String, Guarded> scratch, List<Guarded> zeroed, List<List<MethodHandle>> sets)
            implements AutoCloseable {
        /// Zeroes the scratch that wants it; runs the launches; the time both took, in nanoseconds.
        long run(int set) {
            long start = System.nanoTime();
            zero();
            try {
                for (var step : sets.get(set)) step.invokeExact();
            } catch (Throwable impossible) {
                throw new AssertionError("a call of native code threw", impossible);
            }
            return System.nanoTime() - start;
        }

        List<String> brokenGuards() {
            return scratch.entrySet().stream()
                    .filter(entry -> !entry.getValue().intact())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        void zero() {
            for (var buffer : zeroed) buffer.body().fill((byte) 0);
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /// Empties the caches by reading memory that is twice as large as the last level, with every core.
    private final class Cold {
        private final MethodHandle read;

        Cold(long bytes) {
            if (flush.byteSize() < bytes) {
                flush = flushArena.allocate(bytes, 4096);
                flush.fill((byte) 1);
            }
            var host = modules.get(HOST);
            read = bytes == 0 || host == null
                    ? null
                    : MethodHandles.insertArguments(
                            host.entry("forge_flush", ValueLayout.ADDRESS, ValueLayout.JAVA_LONG), 0, flush, bytes);
        }

        long sample(Prepared call, int set) {
            flush();
            return call.run(set);
        }

        private void flush() {
            if (read == null) return;
            threads(Runtime.getRuntime().availableProcessors()).forEach(Cold::invoke);
            invoke(read);
        }

        private static void invoke(MethodHandle handle) {
            try {
                handle.invokeExact();
            } catch (Throwable impossible) {
                throw new AssertionError("the flush threw", impossible);
            }
        }
    }
}
