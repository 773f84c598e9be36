package io.jforge.runtime.device;

import io.jforge.runtime.device.GpuState.GpuProcess;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// NVIDIA's management library (nvml.h): reads a GPU's state, and never changes it.
public final class Nvml {
    private static final String LIBRARY = "libnvidia-ml.so.1";
    private static final int SM = 1;
    private static final int MEMORY = 2;
    private static final int VERSION_BYTES = 80;
    private static final int MOST_PROCESSES = 256;
    private static final long PROCESS_BYTES = 24;
    private static final long UNTOLD = -1;

    /// `nvmlClocksEventReasons` by bit.
    private static final List<String> REASONS = List.of(
            "idle",
            "application clocks",
            "power cap",
            "hardware slowdown",
            "sync boost",
            "heat (software)",
            "heat (hardware)",
            "power brake",
            "display clocks");

    private final SymbolLookup symbols;
    private final Arena arena;

    private Nvml(SymbolLookup symbols, Arena arena) {
        this.symbols = symbols;
        this.arena = arena;
    }

    /// The state of the GPU with this UUID; empty without the library, or if it does not know the GPU.
    public static Optional<GpuState> state(String uuid) {
        return state(LIBRARY, uuid);
    }

    static Optional<GpuState> state(String library, String uuid) {
        try (var arena = Arena.ofConfined()) {
            var nvml = new Nvml(SymbolLookup.libraryLookup(library, arena), arena);
            if (nvml.call("nvmlInit_v2") != 0) return Optional.empty();
            try {
                return nvml.read(uuid);
            } finally {
                nvml.call("nvmlShutdown");
            }
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // no such library here
        }
    }

    private Optional<GpuState> read(String uuid) {
        var device = arena.allocate(ValueLayout.ADDRESS);
        if (call("nvmlDeviceGetHandleByUUID", arena.allocateFrom(uuid), device) != 0) return Optional.empty();
        var gpu = device.get(ValueLayout.ADDRESS, 0);
        return Optional.of(new GpuState(driver(), limits(gpu), now(gpu), processes(gpu)));
    }

    private String driver() {
        var text = arena.allocate(VERSION_BYTES);
        return call("nvmlSystemGetDriverVersion", text, VERSION_BYTES) == 0 ? text.getString(0) : "unknown";
    }

    private String limits(MemorySegment gpu) {
        return "SM %s, memory %s".formatted(limit(gpu, SM), limit(gpu, MEMORY));
    }

    /// The application clock, where one is set, and the highest.
    private String limit(MemorySegment gpu, int clock) {
        var highest = number("nvmlDeviceGetMaxClockInfo", gpu, clock);
        var set = number("nvmlDeviceGetApplicationsClock", gpu, clock);
        var text = highest.isPresent() ? highest.getAsLong() + " MHz" : "unknown";
        return set.isEmpty() || set.equals(highest) ? text : "%d of %s".formatted(set.getAsLong(), text);
    }

    private Map<String, String> now(MemorySegment gpu) {
        var now = new LinkedHashMap<String, String>();
        clock(gpu, SM).ifPresent(text -> now.put("SM clock", text));
        clock(gpu, MEMORY).ifPresent(text -> now.put("memory clock", text));
        number("nvmlDeviceGetTemperature", gpu, 0).ifPresent(celsius -> now.put("temperature", celsius + " C"));
        power(gpu).ifPresent(text -> now.put("power", text));
        number("nvmlDeviceGetCurrentClocksThrottleReasons", gpu)
                .ifPresent(bits -> now.put("clocks held by", reasons(bits)));
        return now;
    }

    private Optional<String> clock(MemorySegment gpu, int clock) {
        var now = number("nvmlDeviceGetClockInfo", gpu, clock);
        var highest = number("nvmlDeviceGetMaxClockInfo", gpu, clock);
        if (now.isEmpty()) return Optional.empty();
        var of = highest.isPresent() ? " of %d".formatted(highest.getAsLong()) : "";
        return Optional.of("%d%s MHz".formatted(now.getAsLong(), of));
    }

    private Optional<String> power(MemorySegment gpu) {
        var milliwatts = number("nvmlDeviceGetPowerUsage", gpu);
        var limit = number("nvmlDeviceGetEnforcedPowerLimit", gpu);
        if (milliwatts.isEmpty()) return Optional.empty();
        var of = limit.isPresent() ? " of %d".formatted(limit.getAsLong() / 1000) : "";
        return Optional.of(String.format(Locale.ROOT, "%d%s W", milliwatts.getAsLong() / 1000, of));
    }

    private static String reasons(long bits) {
        var held = new ArrayList<String>();
        for (int bit = 0; bit < REASONS.size(); bit++) if ((bits >> bit & 1) == 1) held.add(REASONS.get(bit));
        return held.isEmpty() ? "nothing" : String.join(", ", held);
    }

    /// `nvmlProcessInfo_t`: the process, its bytes, two instance numbers.
    private List<GpuProcess> processes(MemorySegment gpu) {
        var count = arena.allocateFrom(ValueLayout.JAVA_INT, MOST_PROCESSES);
        var list = arena.allocate(MOST_PROCESSES * PROCESS_BYTES, 8);
        if (call("nvmlDeviceGetComputeRunningProcesses_v3", gpu, count, list) != 0) return List.of();
        var processes = new ArrayList<GpuProcess>();
        for (int i = 0; i < count.get(ValueLayout.JAVA_INT, 0); i++) {
            long bytes = list.get(ValueLayout.JAVA_LONG, i * PROCESS_BYTES + 8);
            processes.add(new GpuProcess(
                    Integer.toUnsignedLong(list.get(ValueLayout.JAVA_INT, i * PROCESS_BYTES)),
                    bytes == UNTOLD ? 0 : bytes));
        }
        return processes;
    }

    /// What a function writes to its last argument, an unsigned number of 32 or 64 bits.
    private OptionalLong number(String function, Object... arguments) {
        var value = arena.allocate(ValueLayout.JAVA_LONG);
        var all = new ArrayList<>(List.of(arguments));
        all.add(value);
        return call(function, all.toArray()) == 0
                ? OptionalLong.of(value.get(ValueLayout.JAVA_LONG, 0))
                : OptionalLong.empty();
    }

    /// The function's code, 0 for success; one that an older driver lacks fails.
    private int call(String function, Object... arguments) {
        var address = symbols.find(function);
        if (address.isEmpty()) return -1;
        var layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < layouts.length; i++)
            layouts[i] = arguments[i] instanceof Integer ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS;
        var descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts);
        try {
            return (int) Linker.nativeLinker()
                    .downcallHandle(address.get(), descriptor)
                    .invokeWithArguments(arguments);
        } catch (Throwable impossible) {
            throw new AssertionError("a call of native code threw", impossible);
        }
    }
}
