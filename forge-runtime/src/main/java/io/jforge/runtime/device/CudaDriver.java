package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedTensorMap;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collections;
import java.util.List;

/// The driver's calls that JCuda lacks: launches with attributes, and tensor maps.
final class CudaDriver {
    private static final int LAUNCH_COOPERATIVE = 2;
    private static final int LAUNCH_CLUSTER = 4;
    private static final int LAUNCH_OVERLAP = 6;
    private static final long CONFIG_BYTES = 56;
    private static final long ATTRIBUTE_BYTES = 72;

    private static final long MAP_BYTES = 128;
    private static final String LIBRARY = "libcuda.so.1";

    private final MethodHandle launch;
    private final MethodHandle encodeTiled;

    /// Whether this machine has a driver; asked before JCuda unpacks its own library.
    static boolean isThere() {
        try (var arena = Arena.ofConfined()) {
            return SymbolLookup.libraryLookup(LIBRARY, arena).find("cuInit").isPresent();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    CudaDriver() {
        var library = SymbolLookup.libraryLookup(LIBRARY, Arena.global());
        launch = Linker.nativeLinker()
                .downcallHandle(
                        library.findOrThrow("cuLaunchKernelEx"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS));
        encodeTiled = Linker.nativeLinker()
                .downcallHandle(
                        library.findOrThrow("cuTensorMapEncodeTiled"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT));
    }

    /// Encodes a tensor map for a buffer at `address`; 128 bytes that the launch passes by value.
    ///
    /// @throws IllegalArgumentException if the driver refuses it
    MemorySegment encode(Arena arena, PlannedTensorMap map, DType dtype, long address) {
        int rank = map.dims().size();
        var encoded = arena.allocate(MAP_BYTES, 64);
        var dims = longs(arena, map.dims(), 1);
        var strides = longs(arena, map.strides(), dtype.bytes());
        var box = ints(arena, map.box());
        var ones = ints(arena, Collections.nCopies(rank, 1L));
        int code = encode(
                encoded,
                type(dtype),
                rank,
                address,
                dims,
                strides,
                box,
                ones,
                level(map.swizzle(), 32),
                level(map.l2(), 64));
        if (code != 0)
            throw new IllegalArgumentException(
                    "the driver refuses the tensor map '" + map.name() + "': " + Cuda.name(code));
        return encoded;
    }

    private int encode(
            MemorySegment encoded,
            int type,
            int rank,
            long address,
            MemorySegment dims,
            MemorySegment strides,
            MemorySegment box,
            MemorySegment ones,
            int swizzle,
            int promotion) {
        try {
            return (int) encodeTiled.invokeExact(
                    encoded, type, rank, address, dims, strides, box, ones, 0, swizzle, promotion, 0);
        } catch (Throwable impossible) {
            throw new AssertionError("a call of native code threw", impossible);
        }
    }

    /// `CUtensorMapDataType` in cuda.h.
    private static int type(DType dtype) {
        return switch (dtype) {
            case U8, I8, B8, E4M3, E5M2 -> 0;
            case U32 -> 2;
            case I32 -> 3;
            case U64 -> 4;
            case I64 -> 5;
            case F16 -> 6;
            case F32 -> 7;
            case F64 -> 8;
            case BF16 -> 9;
        };
    }

    /// None, or the place in the row least, twice least, four times least.
    private static int level(long bytes, long least) {
        return bytes == 0 ? 0 : 1 + Long.numberOfTrailingZeros(bytes / least);
    }

    private static MemorySegment longs(Arena arena, List<Long> values, long factor) {
        return arena.allocateFrom(
                ValueLayout.JAVA_LONG,
                values.stream().mapToLong(value -> value * factor).toArray());
    }

    private static MemorySegment ints(Arena arena, List<Long> values) {
        return arena.allocateFrom(
                ValueLayout.JAVA_INT, values.stream().mapToInt(Math::toIntExact).toArray());
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
