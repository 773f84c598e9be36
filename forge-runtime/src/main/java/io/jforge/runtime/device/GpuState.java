package io.jforge.runtime.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How a GPU is at one moment, as its driver tells.
///
/// @param driver its version, e.g. `580.82.07`
/// @param clockLimits what its clocks are allowed to be, which does not change by itself
/// @param now clocks, temperature, power and what slows it down, as far as the driver tells them; in words
/// @param processes those with a context on it
public record GpuState(String driver, String clockLimits, Map<String, String> now, List<GpuProcess> processes) {
    public GpuState {
        now = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(now));
        processes = List.copyOf(processes);
    }

    /// A process on a GPU; in a container its number may be one of another name space.
    ///
    /// @param bytes of device memory; 0 where the driver does not tell
    public record GpuProcess(long pid, long bytes) {}
}
