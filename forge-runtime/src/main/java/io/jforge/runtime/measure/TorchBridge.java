package io.jforge.runtime.measure;

import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.device.InputFile;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import io.jforge.runtime.verify.Verifier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// PyTorch for one task: the process that all its baselines share, and another one brought to the same
/// point where that was lost.
public final class TorchBridge implements AutoCloseable {
    private static final Duration IMPORT = Duration.ofMinutes(3);
    private static final Duration LOAD = Duration.ofMinutes(2);
    private static final Duration RUN = Duration.ofMinutes(2);
    private static final Duration COMPILE = Duration.ofMinutes(5);
    private static final Duration TUNE = Duration.ofMinutes(15);

    private final Path python;
    private final Path folder;
    private final Task task;
    private final Map<String, String> environment;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final Set<BaselineKind> prepared = EnumSet.noneOf(BaselineKind.class);
    private List<List<Fill>> sets = List.of();
    private Optional<TorchProcess> process = Optional.empty();
    private boolean greeted;
    private boolean loaded;
    private String broken = "";

    /// @param folder of its own
    /// @param environment as `System.getenv()` gives it
    public TorchBridge(Path python, Path folder, Task task, Map<String, String> environment) {
        this.python = python;
        this.folder = folder;
        this.task = task;
        this.environment = environment;
    }

    /// Something that is asked of the process.
    private interface Asking<T> {
        T answer() throws TorchProcess.Failed, IOException;
    }

    /// Lets it import PyTorch, which takes seconds, while this process does something else.
    public void start() {
        had(() -> {
            begin();
            return true;
        });
    }

    /// For who wants to repeat a run: versions, device, threads, TF32.
    public Map<String, String> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /// The process that is on the device, or will be once it has imported PyTorch, while there is one.
    public OptionalLong process() {
        return process.map(it -> OptionalLong.of(it.pid())).orElse(OptionalLong.empty());
    }

    /// The bridge as one of the baselines that PyTorch serves.
    public Baseline baseline(BaselineKind kind) {
        return new Baseline() {
            @Override
            public Had<Ready> prepare(List<List<Fill>> wanted) {
                return TorchBridge.this.prepare(kind, wanted);
            }

            @Override
            public Had<List<Long>> sample(int count, Cache held) {
                return TorchBridge.this.sample(kind, count, held);
            }

            @Override
            public void close() {
                TorchBridge.this.close();
            }
        };
    }

    private Had<Baseline.Ready> prepare(BaselineKind kind, List<List<Fill>> wanted) {
        if (task.op().torch().isEmpty()) return Had.missing("its op.yaml gives no PyTorch expression (`torch:`)");
        if (!broken.isEmpty()) return Had.missing(broken);
        return had(() -> {
            loaded &= sets.equals(wanted);
            sets = List.copyOf(wanted);
            ready();
            double seconds = compile(kind);
            prepared.add(kind);
            return new Baseline.Ready(seconds, outputs(kind));
        });
    }

    private Had<List<Long>> sample(BaselineKind kind, int count, Cache held) {
        return had(() -> {
            ready();
            var request = request("sample");
            request.put("mode", kind.label());
            request.put("count", count);
            request.put("warm", held == Cache.WARM);
            request.put("flush_bytes", Stopwatch.flushBytes(task.target()));
            return ask(request, RUN).nanos();
        });
    }

    private <T> Had<T> had(Asking<T> asking) {
        try {
            return Had.got(asking.answer());
        } catch (TorchProcess.Failed | IOException failed) {
            return Had.missing(String.valueOf(failed.getMessage()));
        } catch (IllegalArgumentException unmade) {
            return Had.missing(unmade.getMessage()); // inputs of a dtype that is not made on the host
        }
    }

    /// A process that was greeted, with inputs, and with every baseline that was prepared before.
    private void ready() throws TorchProcess.Failed, IOException {
        begin();
        if (!greeted) greet();
        if (loaded) return;
        for (int set = 0; set < sets.size(); set++) load(set);
        for (var kind : Set.copyOf(prepared)) {
            prepared.remove(kind); // one that ends the process now is not tried a third time
            compile(kind);
            prepared.add(kind);
        }
        loaded = true;
    }

    private void begin() throws TorchProcess.Failed, IOException {
        if (process.isPresent() && process.get().isAlive()) return;
        end();
        process = Optional.of(new TorchProcess(python, folder, environment));
        var hello = request("hello");
        hello.put("device", task.target().id());
        hello.put("threads", task.target().cores());
        process.get().send(hello);
    }

    /// What keeps it from PyTorch or the device now would keep another process from them.
    private void greet() throws TorchProcess.Failed {
        try {
            facts.put("python", python.toString());
            facts.putAll(process.orElseThrow().await(IMPORT).facts());
            greeted = true;
        } catch (TorchProcess.Failed failed) {
            broken = failed.getMessage();
            end();
            throw failed;
        }
    }

    private void load(int set) throws TorchProcess.Failed, IOException {
        var file = folder.resolve("inputs");
        var specs = Verifier.layout(task).stream()
                .filter(spec -> spec.role() == BufferSpec.Role.INPUT)
                .toList();
        var parts = InputFile.write(file, specs, sets.get(set));
        var tensors = new ArrayList<Map<String, Object>>();
        for (var part : parts) tensors.add(tensor(part));
        var request = request("load");
        request.put("number", set);
        request.put("file", file.toString());
        request.put("tensors", tensors);
        ask(request, LOAD);
    }

    private Map<String, Object> tensor(InputFile.Part part) {
        var tensor = described(task.tensor(part.name()).orElseThrow());
        tensor.put("offset", part.offset());
        tensor.put("bytes", part.bytes());
        return tensor;
    }

    private static Map<String, Object> described(TensorSpec spec) {
        var tensor = new LinkedHashMap<String, Object>();
        tensor.put("name", spec.name());
        tensor.put("dtype", spec.dtype().label());
        tensor.put("dims", spec.dims());
        tensor.put("strides", spec.strides());
        return tensor;
    }

    private double compile(BaselineKind kind) throws TorchProcess.Failed {
        var values = new LinkedHashMap<String, Object>(task.symbols());
        values.putAll(task.attributes());
        var request = request("prepare");
        request.put("mode", kind.label());
        request.put("expression", task.op().torch());
        request.put("inputs", task.inputs().stream().map(TensorSpec::name).toList());
        request.put("values", values);
        request.put(
                "outputs", task.outputs().stream().map(TorchBridge::described).toList());
        request.put("capture", outputs(kind).toString());
        return ask(request, deadline(kind)).seconds();
    }

    private static Duration deadline(BaselineKind kind) {
        return switch (kind) {
            case COMPILE -> COMPILE;
            case COMPILE_MAX -> TUNE;
            case EAGER, CUBLAS, OPENBLAS, NAIVE -> RUN;
        };
    }

    private Path outputs(BaselineKind kind) {
        return folder.resolve("outputs-" + kind.label());
    }

    private static Map<String, Object> request(String ask) {
        var request = new LinkedHashMap<String, Object>();
        request.put("ask", ask);
        return request;
    }

    private TorchProcess.Answer ask(Map<String, Object> request, Duration deadline) throws TorchProcess.Failed {
        var asked = process.orElseThrow();
        asked.send(request);
        return asked.await(deadline);
    }

    private void end() {
        process.ifPresent(TorchProcess::close);
        process = Optional.empty();
        greeted = false;
        loaded = false;
    }

    @Override
    public void close() {
        end();
        prepared.clear();
    }
}
