package io.jforge.runtime.device;

import io.jforge.runtime.spec.PlannedLaunch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/// Code that can be launched on the device: a candidate's cubin, or a vendor's library.
sealed interface CudaCode extends AutoCloseable permits CudaModule, CublasModule {
    /// A launch with every argument in place, to be started again and again; starting it does not wait for it.
    ///
    /// @param buffers by name what is passed for one: where its address stands, or a tensor map
    Runnable bind(Arena arena, PlannedLaunch launch, Function<String, MemorySegment> buffers);

    @Override
    void close();
}
