package io.jforge.runtime;

import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Expr;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import io.jforge.runtime.store.RunHeader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The task of a run that was made before, perhaps on another machine, on the device that it had.
final class RecordedTask {
    private RecordedTask() {}

    static Task of(Catalogue catalogue, RunHeader header) {
        return of(catalogue.find(header.op()).op(), header);
    }

    /// @param op the one that the run is of
    static Task of(Op op, RunHeader header) {
        return of(target(header), op, header);
    }

    /// The same on a device of this machine.
    ///
    /// @throws SpecException if the device is of another kind than the run's
    static Task on(Target here, Catalogue catalogue, RunHeader header) {
        if (here.language() != target(header).language())
            throw new SpecException("run %s is in %s, and %s runs %s: give --device one that runs it"
                    .formatted(
                            header.id(),
                            target(header).language().label(),
                            here.id(),
                            here.language().label()));
        return of(here, catalogue.find(header.op()).op(), header);
    }

    private static Task of(Target target, Op op, RunHeader header) {
        var dtypes = new LinkedHashMap<String, DType>();
        header.dtypes().forEach((variable, label) -> dtypes.put(variable, DType.of(label)));
        var strides = new LinkedHashMap<String, List<Expr>>();
        header.strides()
                .forEach((input, all) -> strides.put(
                        input,
                        all.stream()
                                .map(each -> Expr.parse(String.valueOf(each)))
                                .toList()));
        return new Task(op, header.symbols(), dtypes, header.attributes(), target, strides, present(op));
    }

    /// What a header keeps of a task's strides.
    static Map<String, List<Long>> strides(Task task) {
        return task.inputs().stream()
                .filter(input -> task.strides().containsKey(input.name()))
                .collect(Collectors.toMap(TensorSpec::name, TensorSpec::strides));
    }

    /// Whether a run's times can be held against those of this task on its device: the same strides, the
    /// same device model, the same in the caches.
    static boolean isLike(RunHeader header, Task task, Cache cache) {
        return header.strides().equals(strides(task))
                && header.settings().cache().equals(cache.label())
                && RunPlan.isMadeOn(header, task.target());
    }

    private static Set<String> present(Op op) {
        return Set.copyOf(op.usualInputs());
    }

    /// The device that the run was made on, as far as its header tells.
    static Target target(RunHeader header) {
        var facts = header.environment();
        return new Target(
                header.device().startsWith(Target.CUDA) ? Target.CUDA : Target.CPU,
                header.device(),
                facts.getOrDefault("processor", "unknown"),
                Integer.parseInt(facts.getOrDefault("cores", "1")),
                Long.parseLong(facts.getOrDefault("last-level cache", "0 MiB").split(" ")[0]) << 20,
                0,
                facts.getOrDefault("instructions", ""));
    }
}
