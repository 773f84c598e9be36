package io.jforge.runtime.device;

import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.PlannedTensorMap;
import java.util.List;

/// What to run: a loaded module and the launches, in order, with the scratch and the tensor maps they need.
public record Call(
        int module, List<BufferSpec> scratch, List<PlannedTensorMap> tensorMaps, List<PlannedLaunch> launches) {
    public Call {
        tensorMaps = List.copyOf(tensorMaps);
        scratch = List.copyOf(scratch);
        launches = List.copyOf(launches);
    }

    /// Without tensor maps.
    public Call(int module, List<BufferSpec> scratch, List<PlannedLaunch> launches) {
        this(module, scratch, List.of(), launches);
    }

    /// A call of one function of ours with these arguments.
    public static Call of(int module, String entry, int threads, List<PlannedArg> args) {
        return new Call(module, List.of(), List.of(PlannedLaunch.cpu(entry, threads, args)));
    }
}
