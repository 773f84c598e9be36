package io.jforge.runtime.device;

import static jcuda.driver.JCudaDriver.cuCtxCreate;
import static jcuda.driver.JCudaDriver.cuCtxDestroy;
import static jcuda.driver.JCudaDriver.cuCtxResetPersistingL2Cache;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuDeviceGet;
import static jcuda.driver.JCudaDriver.cuDeviceGetAttribute;
import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventElapsedTime;
import static jcuda.driver.JCudaDriver.cuEventRecord;
import static jcuda.driver.JCudaDriver.cuInit;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;

import io.jforge.runtime.spec.DType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUevent;
import jcuda.driver.JCudaDriver;

/// Runs candidates on one NVIDIA GPU, which this process alone works on.
final class CudaEngine implements Engine {
    private static final byte POISON = (byte) 0xFF;
    private static final double NANOS_PER_MILLI = 1e6;

    private final CudaDriver driver = new CudaDriver();
    private final CUcontext context = new CUcontext();
    private final int multiprocessors;
    private final int threadsPerMultiprocessor;
    private final CUevent before = new CUevent();
    private final CUevent after = new CUevent();
    private final Map<Integer, CudaCode> modules = new HashMap<>();
    private final Layouts<CudaMemory> layouts = new Layouts<>(this::allocate);
    private CudaHost host;
    private CudaJudge judge;
    private CudaMemory memory;
    private CudaBuffer written;
    private CudaBuffer read;

    /// @param index of the device, among those that `CUDA_VISIBLE_DEVICES` leaves
    CudaEngine(int index) {
        JCudaDriver.setExceptionsEnabled(false);
        Cuda.check("cuInit", cuInit(0));
        var device = new CUdevice();
        Cuda.check("cuDeviceGet", cuDeviceGet(device, index));
        Cuda.check("cuCtxCreate", cuCtxCreate(context, 0, device));
        multiprocessors = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        threadsPerMultiprocessor =
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
        Cuda.check("cuEventCreate", cuEventCreate(before, 0));
        Cuda.check("cuEventCreate", cuEventCreate(after, 0));
    }

    private static int attribute(CUdevice device, int which) {
        var value = new int[1];
        Cuda.check("cuDeviceGetAttribute", cuDeviceGetAttribute(value, which, device));
        return value[0];
    }

    @Override
    public Reply answer(Request request) {
        try {
            return switch (request) {
                case Request.Load(int number, String path) -> load(number, Path.of(path));
                case Request.Unload(int number) -> unload(number);
                case Request.Use(var buffers, int sets) -> use(buffers, sets);
                case Request.FillSet(int set, var fills) -> fill(set, fills);
                case Request.Run(Call call, int set, byte poison, String capture) -> run(call, set, poison, capture);
                case Request.Time timed -> time(timed);
                case Request.Digest() -> new Reply.Digest(memory.digest());
                case Request.Share() -> new Reply.Shared(CudaJudge.share(memory.outputsByName()));
                case Request.Forget() -> forget();
                case Request.Compare(var outputs) -> new Reply.Compared(judge.compare(outputs, memory::output));
                case Request.Fit(Call call) -> fit(call);
            };
        } catch (Cuda.Failed | IllegalArgumentException | IOException | ArithmeticException refused) {
            return new Reply.Failed(String.valueOf(refused.getMessage()));
        }
    }

    @Override
    public void close() {
        cuCtxDestroy(context);
    }

    private Reply load(int number, Path path) throws IOException {
        if (path.getFileName().toString().startsWith(CublasModule.NAME)) {
            modules.put(number, new CublasModule(path));
            return new Reply.Done();
        }
        var module = new CudaModule(path, driver, multiprocessors);
        if (number == HOST) {
            host = new CudaHost(module, multiprocessors);
            judge = new CudaJudge(module, multiprocessors);
        }
        modules.put(number, module);
        return new Reply.Done();
    }

    private Reply unload(int number) {
        var module = modules.remove(number);
        if (module != null) module.close();
        return new Reply.Done();
    }

    private Reply forget() {
        if (judge != null) judge.forget();
        return new Reply.Done();
    }

    private CudaMemory allocate(List<BufferSpec> buffers, int sets) {
        return new CudaMemory(host, buffers, sets);
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
        try (var prepared = new Prepared(call)) {
            memory.poisonOutputs(poison);
            prepared.poisonScratch(poison);
            prepared.run(set);
            Cuda.check("running " + prepared.name(), cuCtxSynchronize());
            var broken = new ArrayList<>(memory.brokenGuards(set));
            broken.addAll(prepared.brokenGuards());
            var changed = memory.changedInputs(set);
            if (!capture.isEmpty()) capture(Path.of(capture));
            return new Reply.Ran(changed, broken);
        }
    }

    private Reply fit(Call call) {
        if (!(module(call) instanceof CudaModule module))
            throw new IllegalArgumentException("a library's launches are its own");
        return new Reply.Fits(
                call.launches().stream().map(module::residentBlocks).toList(), threadsPerMultiprocessor);
    }

    private CudaCode module(Call call) {
        var module = modules.get(call.module());
        if (module == null) throw new IllegalArgumentException("module " + call.module() + " is not loaded");
        return module;
    }

    private void capture(Path file) throws IOException {
        long bytes = memory.outputs().stream().mapToLong(CudaBuffer::bytes).sum();
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long at = 0;
            for (var output : memory.outputs()) {
                long done = 0;
                while (done < output.bytes()) {
                    long part = Math.min(output.bytes() - done, 1L << 30);
                    var mapped = channel.map(FileChannel.MapMode.READ_WRITE, at + done, part);
                    Cuda.check(
                            "cuMemcpyDtoH",
                            cuMemcpyDtoH(Pointer.to(mapped), output.body().withByteOffset(done), part));
                    done += part;
                }
                at += output.bytes();
            }
            if (bytes == 0) channel.truncate(0);
        }
    }

    /// Samples all calls in turn: flush, event, launches, event, all on one stream.
    private Reply time(Request.Time timed) throws IOException {
        var prepared = new ArrayList<Prepared>();
        var sampling = timed.sampling();
        try {
            for (var call : timed.calls()) prepared.add(new Prepared(call));
            var samples = new ArrayList<List<Long>>();
            for (var _ : timed.calls()) samples.add(new ArrayList<>());
            prepareFlush(timed.flushBytes());
            for (var call : prepared) call.run(0);
            Cuda.check("warming up " + prepared.getFirst().name(), cuCtxSynchronize());
            var renewal = new Renewal(memory, timed.fresh());
            boolean racedOut = new Sampler(sampling).sample(prepared.size(), memory.sets(), samples, place -> {
                var call = prepared.get(place.call());
                if (sampling.warm()) call.run(place.set());
                else if (sampling.isLed()) call.run(other(place.set()));
                renewal.before(place);
                return sample(call, place.set(), sampling.warm());
            });
            if (!timed.capture().isEmpty()) capture(Path.of(timed.capture()));
            return new Reply.Times(samples, racedOut, renewal.changedInputs(), brokenGuards(prepared));
        } finally {
            prepared.forEach(Prepared::close);
        }
    }

    /// Inputs that leave no answer which could be found ready.
    private int other(int set) {
        return (set + 1) % memory.sets();
    }

    private long sample(Prepared call, int set, boolean warm) {
        if (warm) memory.poisonOutputs(POISON); // the answer that the run before left is not to be found
        else flush();
        Cuda.check("cuEventRecord", cuEventRecord(before, null));
        call.run(set);
        Cuda.check("cuEventRecord", cuEventRecord(after, null));
        Cuda.check("running " + call.name(), cuCtxSynchronize());
        var millis = new float[1];
        Cuda.check("cuEventElapsedTime", cuEventElapsedTime(millis, before, after));
        return Math.round(millis[0] * NANOS_PER_MILLI);
    }

    private void prepareFlush(long bytes) {
        if (bytes == 0 || written != null && written.bytes() >= bytes) return;
        written = new CudaBuffer(bytes);
        read = new CudaBuffer(bytes);
        read.fill((byte) 1);
    }

    /// Writes one buffer and then reads another: a write alone would leave dirty lines whose eviction the
    /// call pays for.
    private void flush() {
        if (written == null) return;
        cuCtxResetPersistingL2Cache();
        Cuda.check("cuMemsetD8Async", cuMemsetD8Async(written.body(), (byte) 0, written.bytes(), null));
        host.read(read);
    }

    private List<String> brokenGuards(List<Prepared> prepared) {
        var buffers = sets().flatMap(set -> memory.brokenGuards(set).stream());
        return Stream.concat(buffers, prepared.stream().flatMap(call -> call.brokenGuards().stream()))
                .distinct()
                .toList();
    }

    private Stream<Integer> sets() {
        return IntStream.range(0, memory.sets()).boxed();
    }

    /// A call with its scratch allocated and, for every input set, each launch ready.
    private final class Prepared implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final Map<String, CudaBuffer> scratch = new LinkedHashMap<>();
        private final List<CudaBuffer> zeroed = new ArrayList<>();
        private final List<List<Runnable>> sets = new ArrayList<>();
        private final String name;

        Prepared(Call call) {
            var module = module(call);
            name = call.launches().getFirst().entry();
            for (var spec : call.scratch()) {
                scratch.put(spec.name(), new CudaBuffer(spec.bytes()));
                if (spec.zero()) zeroed.add(scratch.get(spec.name()));
            }
            for (int set = 0; set < memory.sets(); set++) sets.add(launches(module, call, set));
        }

        private List<Runnable> launches(CudaCode module, Call call, int set) {
            var maps = new HashMap<String, MemorySegment>();
            for (var map : call.tensorMaps())
                maps.put(map.name(), driver.encode(arena, map, dtype(call, map.of()), address(map.of(), set)));
            Function<String, MemorySegment> passed = buffer -> maps.containsKey(buffer)
                    ? maps.get(buffer)
                    : arena.allocateFrom(ValueLayout.JAVA_LONG, address(buffer, set));
            return call.launches().stream()
                    .map(launch -> module.bind(arena, launch, passed))
                    .toList();
        }

        private long address(String buffer, int set) {
            return scratch.containsKey(buffer) ? scratch.get(buffer).address() : memory.address(set, buffer);
        }

        private DType dtype(Call call, String buffer) {
            return Stream.concat(call.scratch().stream(), memory.specs().stream())
                    .filter(spec -> spec.name().equals(buffer))
                    .map(BufferSpec::dtype)
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("a tensor map of '" + buffer + "', which is absent"));
        }

        String name() {
            return name;
        }

        /// Zeroes the scratch that wants it and launches everything, without waiting for it.
        void run(int set) {
            for (var buffer : zeroed)
                Cuda.check("cuMemsetD8Async", cuMemsetD8Async(buffer.body(), (byte) 0, buffer.bytes(), null));
            sets.get(set).forEach(Runnable::run);
        }

        void poisonScratch(byte pattern) {
            scratch.values().forEach(buffer -> buffer.fill(pattern));
        }

        List<String> brokenGuards() {
            return scratch.entrySet().stream()
                    .filter(entry -> !entry.getValue().intact())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Override
        public void close() {
            scratch.values().forEach(CudaBuffer::close);
            arena.close();
        }
    }
}
