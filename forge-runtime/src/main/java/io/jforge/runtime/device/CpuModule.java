package io.jforge.runtime.device;

import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.function.Function;

/// A shared object in this process, unloaded on close.
final class CpuModule implements AutoCloseable {
    private static final Linker LINKER = Linker.nativeLinker();

    private final Arena arena = Arena.ofShared();
    private final SymbolLookup symbols;

    /// @throws IllegalArgumentException if the loader refuses it
    CpuModule(Path path) {
        symbols = SymbolLookup.libraryLookup(path, arena);
    }

    /// One launch with all its arguments in place: a handle of no arguments and no result.
    MethodHandle bind(PlannedLaunch launch, Function<String, MemorySegment> buffers) {
        var args = launch.args();
        var layouts = args.stream().map(CpuModule::layout).toArray(MemoryLayout[]::new);
        var values = args.stream().map(arg -> value(arg, buffers)).toArray();
        return MethodHandles.insertArguments(entry(launch.entry(), layouts), 0, values);
    }

    /// @throws IllegalArgumentException if there is no such function
    MethodHandle entry(String name, MemoryLayout... arguments) {
        var address = symbols.find(name)
                .orElseThrow(() -> new IllegalArgumentException("the launch names '" + name
                        + "', which the compiled code does not export; is it static, or spelt otherwise?"));
        return LINKER.downcallHandle(address, FunctionDescriptor.ofVoid(arguments));
    }

    boolean exports(String name) {
        return symbols.find(name).isPresent();
    }

    private static MemoryLayout layout(PlannedArg arg) {
        return switch (arg) {
            case PlannedArg.Buffer _ -> ValueLayout.ADDRESS;
            case PlannedArg.I32 _, PlannedArg.U32 _ -> ValueLayout.JAVA_INT;
            case PlannedArg.I64 _, PlannedArg.U64 _ -> ValueLayout.JAVA_LONG;
            case PlannedArg.F32 _ -> ValueLayout.JAVA_FLOAT;
            case PlannedArg.F64 _ -> ValueLayout.JAVA_DOUBLE;
        };
    }

    private static Object value(PlannedArg arg, Function<String, MemorySegment> buffers) {
        return switch (arg) {
            case PlannedArg.Buffer(String name) -> buffers.apply(name);
            case PlannedArg.I32(int v) -> v;
            case PlannedArg.U32(int v) -> v;
            case PlannedArg.I64(long v) -> v;
            case PlannedArg.U64(long v) -> v;
            case PlannedArg.F32(float v) -> v;
            case PlannedArg.F64(double v) -> v;
        };
    }

    @Override
    public void close() {
        arena.close();
    }
}
