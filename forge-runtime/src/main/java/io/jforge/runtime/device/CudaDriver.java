package io.jforge.runtime.device;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// The driver's calls that JCuda lacks: launches with attributes.
final class CudaDriver {
    private static final int LAUNCH_COOPERATIVE = 2;
    private static final int LAUNCH_CLUSTER = 4;
    private static final int LAUNCH_OVERLAP = 6;
    private static final long CONFIG_BYTES = 56;
    private static final long ATTRIBUTE_BYTES = 72;

    private final MethodHandle launch;

    CudaDriver() {
        var library = SymbolLookup.libraryLookup("libcuda.so.1", Arena.global());
        launch = Linker.nativeLinker()
                .downcallHandle(
                        library.findOrThrow("cuLaunchKernelEx"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS));
    }

    /// One launch on the default stream with everything in place: configuration, attributes, arguments.
    record Prepared(MemorySegment config, long function, MemorySegment arguments) {}

    /// Lays out a `CUlaunchConfig` (cuda.h: grid and block as 6 ints, shared bytes, stream, attributes, their count).
    Prepared prepare(
            Arena arena,
            long function,
            List<Integer> sizes,
            int shared,
            List<long[]> attributes,
            MemorySegment arguments) {
        var list = arena.allocate(Math.max(1, attributes.size()) * ATTRIBUTE_BYTES, 8);
        for (int i = 0; i < attributes.size(); i++) {
            long at = i * ATTRIBUTE_BYTES;
            list.set(ValueLayout.JAVA_INT, at, (int) attributes.get(i)[0]);
            for (int k = 1; k < attributes.get(i).length; k++)
                list.set(ValueLayout.JAVA_INT, at + 8 + 4L * (k - 1), (int)
                        attributes.get(i)[k]);
        }
        var config = arena.allocate(CONFIG_BYTES, 8);
        for (int i = 0; i < 6; i++) config.set(ValueLayout.JAVA_INT, 4L * i, sizes.get(i));
        config.set(ValueLayout.JAVA_INT, 24, shared);
        config.set(ValueLayout.ADDRESS, 32, MemorySegment.NULL);
        config.set(ValueLayout.ADDRESS, 40, list);
        config.set(ValueLayout.JAVA_INT, 48, attributes.size());
        return new Prepared(config, function, arguments);
    }

    static long[] cooperative() {
        return new long[] {LAUNCH_COOPERATIVE, 1};
    }

    static long[] cluster(List<Long> sizes) {
        return new long[] {LAUNCH_CLUSTER, sizes.get(0), sizes.get(1), sizes.get(2)};
    }

    static long[] overlap() {
        return new long[] {LAUNCH_OVERLAP, 1};
    }

    int launch(Prepared prepared) {
        try {
            return (int) launch.invokeExact(
                    prepared.config(), prepared.function(), prepared.arguments(), MemorySegment.NULL);
        } catch (Throwable impossible) {
            throw new AssertionError("a call of native code threw", impossible);
        }
    }

    /// An array of pointers to the arguments' values, as the driver wants it.
    static MemorySegment arguments(Arena arena, List<MemorySegment> values) {
        var pointers = arena.allocate(MemoryLayout.sequenceLayout(Math.max(1, values.size()), ValueLayout.ADDRESS));
        for (int i = 0; i < values.size(); i++) pointers.setAtIndex(ValueLayout.ADDRESS, i, values.get(i));
        return pointers;
    }
}
