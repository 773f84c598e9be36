package io.jforge.runtime.compile;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// NVRTC's functions (nvrtc.h), bound to one library file for as long as the process lives.
final class NvrtcLibrary {
    private static final int SUCCESS = 0;
    private static final int COMPILATION = 6;
    private static final AddressLayout STRING =
            ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Long.MAX_VALUE, JAVA_BYTE));

    private final MethodHandle version;
    private final MethodHandle archCount;
    private final MethodHandle archs;
    private final MethodHandle create;
    private final MethodHandle compile;
    private final MethodHandle logSize;
    private final MethodHandle log;
    private final MethodHandle cubinSize;
    private final MethodHandle cubin;
    private final MethodHandle ptxSize;
    private final MethodHandle ptx;
    private final MethodHandle destroy;
    private final MethodHandle errorString;

    /// The builtins are loaded first: NVRTC asks for them by name only, and then finds them loaded.
    ///
    /// @throws IllegalArgumentException if a file does not load or a function is missing from it
    NvrtcLibrary(Path library, Path builtins) {
        SymbolLookup.libraryLookup(builtins, Arena.global());
        var names = SymbolLookup.libraryLookup(library, Arena.global());
        version = handle(names, "nvrtcVersion", ADDRESS, ADDRESS);
        archCount = handle(names, "nvrtcGetNumSupportedArchs", ADDRESS);
        archs = handle(names, "nvrtcGetSupportedArchs", ADDRESS);
        create = handle(names, "nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        compile = handle(names, "nvrtcCompileProgram", ADDRESS, JAVA_INT, ADDRESS);
        logSize = handle(names, "nvrtcGetProgramLogSize", ADDRESS, ADDRESS);
        log = handle(names, "nvrtcGetProgramLog", ADDRESS, ADDRESS);
        cubinSize = handle(names, "nvrtcGetCUBINSize", ADDRESS, ADDRESS);
        cubin = handle(names, "nvrtcGetCUBIN", ADDRESS, ADDRESS);
        ptxSize = handle(names, "nvrtcGetPTXSize", ADDRESS, ADDRESS);
        ptx = handle(names, "nvrtcGetPTX", ADDRESS, ADDRESS);
        destroy = handle(names, "nvrtcDestroyProgram", ADDRESS);
        errorString = Linker.nativeLinker()
                .downcallHandle(names.findOrThrow("nvrtcGetErrorString"), FunctionDescriptor.of(STRING, JAVA_INT));
    }

    private static MethodHandle handle(SymbolLookup names, String name, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(names.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
    }

    CudaVersion version() {
        try (var arena = Arena.ofConfined()) {
            var numbers = arena.allocate(JAVA_INT, 2);
            check(call(version, numbers, numbers.asSlice(JAVA_INT.byteSize())));
            return new CudaVersion(numbers.getAtIndex(JAVA_INT, 0), numbers.getAtIndex(JAVA_INT, 1));
        }
    }

    /// The architectures it compiles for, as numbers: 90 is sm_90.
    NavigableSet<Integer> architectures() {
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(JAVA_INT);
            check(call(archCount, count));
            var numbers = arena.allocate(JAVA_INT, count.get(JAVA_INT, 0));
            check(call(archs, numbers));
            var all = new TreeSet<Integer>();
            for (int number : numbers.toArray(JAVA_INT)) all.add(number);
            return all;
        }
    }

    /// Compiles a text to a cubin, or to PTX for a virtual architecture; that it does not compile is an answer too.
    NvrtcFrames.Answer compile(NvrtcFrames.Ask ask) {
        try (var arena = Arena.ofConfined()) {
            var program = arena.allocate(ADDRESS);
            var nothing = MemorySegment.NULL;
            check(call(
                    create,
                    program,
                    arena.allocateFrom(ask.text()),
                    arena.allocateFrom(ask.name()),
                    0,
                    nothing,
                    nothing));
            try {
                var handle = program.get(ADDRESS, 0);
                int result = call(compile, handle, ask.options().size(), strings(arena, ask.options()));
                var said = new String(bytes(arena, handle, logSize, log), StandardCharsets.UTF_8).replace("\0", "");
                if (result == SUCCESS) return new NvrtcFrames.Answer(true, said, code(arena, handle, ask.options()));
                var why = result == COMPILATION ? said : message(result) + "\n" + said;
                return new NvrtcFrames.Answer(false, why, new byte[0]);
            } finally {
                check(call(destroy, program));
            }
        }
    }

    /// A virtual architecture has no cubin.
    private byte[] code(Arena arena, MemorySegment program, List<String> options) {
        return options.stream().anyMatch(option -> option.contains("=compute_"))
                ? text(bytes(arena, program, ptxSize, ptx))
                : bytes(arena, program, cubinSize, cubin);
    }

    /// Without the zero at its end.
    private static byte[] text(byte[] terminated) {
        return Arrays.copyOf(terminated, Math.max(0, terminated.length - 1));
    }

    private static MemorySegment strings(Arena arena, List<String> all) {
        var array = arena.allocate(ADDRESS, Math.max(1, all.size()));
        for (int i = 0; i < all.size(); i++) array.setAtIndex(ADDRESS, i, arena.allocateFrom(all.get(i)));
        return array;
    }

    private byte[] bytes(Arena arena, MemorySegment program, MethodHandle size, MethodHandle get) {
        var length = arena.allocate(JAVA_LONG);
        check(call(size, program, length));
        var bytes = arena.allocate(Math.max(1, length.get(JAVA_LONG, 0)));
        check(call(get, program, bytes));
        return bytes.asSlice(0, length.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
    }

    private void check(int result) {
        if (result != SUCCESS) throw new IllegalStateException(message(result));
    }

    private String message(int result) {
        try {
            return ((MemorySegment) errorString.invoke(result)).getString(0);
        } catch (Throwable failed) {
            throw new IllegalStateException("NVRTC error " + result, failed);
        }
    }

    /// A compile takes 20 ms: what `invokeWithArguments` adds does not count here.
    private static int call(MethodHandle function, Object... arguments) {
        try {
            return (int) function.invokeWithArguments(arguments);
        } catch (Throwable failed) {
            throw new IllegalStateException("cannot call NVRTC: " + failed.getMessage(), failed);
        }
    }
}
