package io.jforge.runtime;

import io.jforge.runtime.compile.BlasLibraries;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.device.Gemm;
import io.jforge.runtime.measure.Baseline;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Baselines;
import io.jforge.runtime.measure.BlasBaseline;
import io.jforge.runtime.measure.Had;
import io.jforge.runtime.measure.TorchBridge;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds what a run's winner can be measured against on this machine.
final class BaselineFinder {
    private final Map<String, String> environment;
    private final int driver;
    private final Rig rig;
    private final Task task;

    /// What a person wants to be measured.
    ///
    /// @param kinds empty: what is found and takes seconds, not minutes
    /// @param python as `--python` names it; empty text where it does not
    record Wish(Optional<Set<BaselineKind>> kinds, String python) {
        static final Wish USUAL = new Wish(Optional.empty(), "");

        Wish of(Set<BaselineKind> wanted) {
            return new Wish(Optional.of(wanted), python);
        }

        /// The kinds as `--baseline` takes them; empty text for those that are found.
        String text() {
            return kinds.map(all -> all.stream().map(BaselineKind::label).collect(Collectors.joining(",")))
                    .orElse("");
        }

        Wish with(String program) {
            return new Wish(kinds, program);
        }

        /// Whether there is a use for PyTorch.
        boolean wantsTorch() {
            return kinds.isEmpty() || kinds.get().stream().anyMatch(BaselineKind::isTorch);
        }
    }

    /// @param environment as `System.getenv()` gives it
    /// @param driver the CUDA version that the driver speaks; 0 where there is none
    BaselineFinder(Map<String, String> environment, int driver, Rig rig, Task task) {
        this.environment = environment;
        this.driver = driver;
        this.rig = rig;
        this.task = task;
    }

    /// On a GPU, PyTorch's process starts at once: its import goes on beside the search. On the processor it would
    /// spoil
    /// the search's times, and waits until that has ended.
    ///
    /// @param python the Python with PyTorch
    Baselines find(Wish wish, Had<Path> python) {
        var kinds = wish.kinds().orElseGet(() -> usual(python));
        var bridge = python.then(
                program -> Had.got(new TorchBridge(program, rig.exchange("torch", exchanged()), task, environment)));
        if (bridge instanceof Had.Got<TorchBridge>(TorchBridge it)) rig.accompany(it::process);
        var facts = new LinkedHashMap<String, String>();
        var found = new EnumMap<BaselineKind, Had<Baseline>>(BaselineKind.class);
        for (var kind : kinds) {
            if (kind.isTorch()) found.put(kind, bridge.then(it -> Had.got(it.baseline(kind))));
            if (kind == BaselineKind.CUBLAS) found.put(kind, cublas(python, facts));
            if (kind == BaselineKind.OPENBLAS) found.put(kind, openblas(facts));
        }
        if (isCuda() && bridge instanceof Had.Got<TorchBridge>(TorchBridge it)) it.start();
        return new Baselines(found, () -> {
            if (bridge instanceof Had.Got<TorchBridge>(TorchBridge it)) facts.putAll(it.facts());
            return facts;
        });
    }

    /// One set of inputs, and what each baseline gave.
    private long exchanged() {
        long bytes = 0;
        for (var input : task.inputs()) if (input.present()) bytes += input.bytes();
        for (var output : task.outputs()) bytes += BaselineKind.values().length * output.bytes();
        return bytes;
    }

    private boolean isCuda() {
        return task.target().kind().equals(Target.CUDA);
    }

    private Set<BaselineKind> usual(Had<Path> python) {
        var kinds = EnumSet.of(BaselineKind.EAGER);
        if (python instanceof Had.Got<Path>) kinds.add(BaselineKind.COMPILE);
        if (Gemm.isProduct(task) && isCuda()) kinds.add(BaselineKind.CUBLAS);
        if (Gemm.isProduct(task)
                && !isCuda()
                && new BlasLibraries(environment).openblas().isPresent()) kinds.add(BaselineKind.OPENBLAS);
        return kinds;
    }

    private Had<Baseline> cublas(Had<Path> python, Map<String, String> facts) {
        if (!isCuda()) return Had.missing("cuBLAS is for NVIDIA GPUs only");
        return library(new BlasLibraries(with(python)).cublas(driver), "no cuBLAS 12 or newer that this driver runs")
                .then(file -> {
                    facts.put("cublas", file.toString());
                    return blas(file, module -> Gemm.of(task).cublas(module), "cublas");
                });
    }

    /// PyTorch's packages hold a cuBLAS: its environment counts as the active one.
    private Map<String, String> with(Had<Path> python) {
        var all = new HashMap<>(environment);
        if (python instanceof Had.Got<Path>(Path program))
            all.put("VIRTUAL_ENV", program.getParent().resolveSibling("").toString());
        return all;
    }

    private Had<Baseline> openblas(Map<String, String> facts) {
        if (isCuda()) return Had.missing("OpenBLAS is for the processor only");
        return library(new BlasLibraries(environment).openblas(), "no libopenblas found")
                .then(file -> {
                    facts.put("openblas", file.toString());
                    var text = "#define LIBRARY \"%s\"\n".formatted(file) + Resources.text("/host/openblas.c");
                    var ours = rig.own("openblas", text);
                    return blas(
                            ours,
                            module ->
                                    Gemm.of(task).openblas(module, task.target().cores()),
                            "openblas");
                });
    }

    private static Had<Path> library(Optional<Path> found, String otherwise) {
        return found.map(Had::got).orElseGet(() -> Had.missing(otherwise));
    }

    private Had<Baseline> blas(
            Path library, java.util.function.Function<Integer, io.jforge.runtime.device.Call> product, String name) {
        return Had.got(new BlasBaseline(task, library, product, () -> rig.another(name)));
    }
}
