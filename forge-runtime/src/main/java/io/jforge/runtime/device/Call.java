package io.jforge.runtime.device;

import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import java.util.List;

/// What to run: a loaded module and the launches, in order, with the scratch they need.
public record Call(int module, List<BufferSpec> scratch, List<PlannedLaunch> launches) {
    public Call {
        scratch = List.copyOf(scratch);
        launches = List.copyOf(launches);
    }

    /// A call of one function of ours with these arguments.
    public static Call of(int module, String entry, int threads, List<PlannedArg> args) {
        return new Call(module, List.of(), List.of(PlannedLaunch.cpu(entry, threads, args)));
    }
}
