package io.jforge.runtime.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// cuBLAS (cublas_v2.h) as something to launch, on the context and the default stream of this thread.
///
/// Sums are f32 and f32 inputs stay so: the default math mode does not let TF32 in.
final class CublasModule implements CudaCode {
    static final String NAME = "libcublas.so";

    private static final int COMPUTE_32F = 68;
    private static final int DEFAULT_ALGORITHM = -1;

    private final MethodHandle one;
    private final MethodHandle batched;
    private final MethodHandle destroy;
    private final MemorySegment handle;
    private final MemorySegment alpha;
    private final MemorySegment beta;

    /// cublasLt stands beside it and is loaded first: it is asked for by name only, and then found loaded.
    ///
    /// @throws IllegalArgumentException if a file does not load, or cuBLAS does not start on this device
    CublasModule(Path library) {
        var light = library.resolveSibling(library.getFileName().toString().replace("libcublas", "libcublasLt"));
        if (Files.exists(light)) SymbolLookup.libraryLookup(light, Arena.global());
        var names = SymbolLookup.libraryLookup(library, Arena.global());
        one = function(names, "cublasGemmEx", layouts(false));
        batched = function(names, "cublasGemmStridedBatchedEx", layouts(true));
        destroy = function(names, "cublasDestroy_v2", ADDRESS);
        alpha = Arena.global().allocateFrom(JAVA_FLOAT, 1);
        beta = Arena.global().allocateFrom(JAVA_FLOAT, 0);
        try (var arena = Arena.ofConfined()) {
            var made = arena.allocate(ADDRESS);
            check("cublasCreate", call(function(names, "cublasCreate_v2", ADDRESS), made));
            handle = made.get(ADDRESS, 0);
        }
    }

    private static MethodHandle function(SymbolLookup names, String name, MemoryLayout... arguments) {
        var address =
                names.find(name).orElseThrow(() -> new IllegalArgumentException("this cuBLAS has no function " + name));
        return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /// Handle, two operations, three sizes, alpha, a, b, beta, c, how to compute; of a batch, strides and its size.
    private static MemoryLayout[] layouts(boolean batch) {
        var all = new ArrayList<MemoryLayout>(List.of(ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        for (var factor : List.of(true, false, true)) {
            if (factor) all.add(ADDRESS);
            all.addAll(List.of(JAVA_LONG, JAVA_INT, JAVA_INT));
            if (batch) all.add(JAVA_LONG);
        }
        if (batch) all.add(JAVA_INT);
        all.addAll(List.of(JAVA_INT, JAVA_INT));
        return all.toArray(MemoryLayout[]::new);
    }

    /// @param launch its arguments are those of `cublasGemmStridedBatchedEx` from the operations on, without alpha,
    ///     beta, and how to compute
    @Override
    public Runnable bind(Arena arena, PlannedLaunch launch, Function<String, MemorySegment> buffers) {
        var given = launch.args().stream().map(arg -> value(arg, buffers)).toList();
        boolean batch = (int) given.getLast() > 1;
        var all = new ArrayList<Object>(List.of(handle));
        all.addAll(given.subList(0, 5));
        for (int tensor = 0; tensor < 3; tensor++) {
            if (tensor != 1) all.add(tensor == 0 ? alpha : beta);
            int at = 5 + 4 * tensor;
            all.addAll(given.subList(at, batch ? at + 4 : at + 3));
        }
        if (batch) all.add(given.getLast());
        all.addAll(List.of(COMPUTE_32F, DEFAULT_ALGORITHM));
        var bound = MethodHandles.insertArguments(batch ? batched : one, 0, all.toArray());
        return () -> check("cuBLAS", start(bound));
    }

    private static Object value(PlannedArg arg, Function<String, MemorySegment> buffers) {
        return switch (arg) {
            case PlannedArg.Buffer(String name) -> buffers.apply(name).get(JAVA_LONG, 0);
            case PlannedArg.I32(int v) -> v;
            case PlannedArg.I64(long v) -> v;
            case PlannedArg.U32 _, PlannedArg.U64 _, PlannedArg.F32 _, PlannedArg.F64 _ ->
                throw new IllegalArgumentException("cuBLAS takes no " + arg);
        };
    }

    private static int start(MethodHandle bound) {
        try {
            return (int) bound.invokeExact();
        } catch (Throwable impossible) {
            throw new AssertionError("a call of native code threw", impossible);
        }
    }

    private static int call(MethodHandle function, MemorySegment argument) {
        try {
            return (int) function.invokeExact(argument);
        } catch (Throwable impossible) {
            throw new AssertionError("a call of native code threw", impossible);
        }
    }

    /// `cublasStatus_t` as cublas_api.h numbers it.
    private static void check(String what, int status) {
        if (status == 0) return;
        var why = switch (status) {
            case 1 -> "it did not start";
            case 3 -> "out of device memory";
            case 7 -> "it refuses an argument";
            case 8 -> "it does not know this GPU";
            case 13 -> "the call failed on the device";
            case 15 -> "it does not do this product";
            default -> "status " + status;
        };
        throw new IllegalArgumentException(what + ": " + why);
    }

    @Override
    public void close() {
        call(destroy, handle);
    }
}
