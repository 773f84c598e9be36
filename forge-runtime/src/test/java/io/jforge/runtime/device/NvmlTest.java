package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.device.GpuState.GpuProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A management library of our own making, with the layout of NVIDIA's.
class NvmlTest {
    private static final String UUID = "GPU-01020304-0506-0708-090a-0b0c0d0e0f10";

    private static final String FAKE = """
            #include <string.h>
            typedef struct { unsigned pid; unsigned long long bytes; unsigned gpu, compute; } process;
            static int gpu, open;
            int nvmlInit_v2(void) { open++; return 0; }
            int nvmlShutdown(void) { return open-- > 0 ? 0 : 1; }
            int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
                if (!open) return 1;
                *device = &gpu;
                return strcmp(uuid, "%s") ? 6 : 0;
            }
            int nvmlSystemGetDriverVersion(char *text, unsigned n) { strncpy(text, "580.82.07", n); return 0; }
            int nvmlDeviceGetClockInfo(void *d, int type, unsigned *mhz) { *mhz = type == 1 ? 1200 : 2619; return d != &gpu; }
            int nvmlDeviceGetMaxClockInfo(void *d, int type, unsigned *mhz) { *mhz = type == 1 ? 1980 : 2619; return 0; }
            int nvmlDeviceGetTemperature(void *d, int sensor, unsigned *celsius) { *celsius = 41; return sensor; }
            int nvmlDeviceGetPowerUsage(void *d, unsigned *milliwatts) { *milliwatts = 123456; return 0; }
            #ifdef WHOLE
            int nvmlDeviceGetApplicationsClock(void *d, int type, unsigned *mhz) { *mhz = type == 1 ? 1500 : 2619; return 0; }
            int nvmlDeviceGetEnforcedPowerLimit(void *d, unsigned *milliwatts) { *milliwatts = 700000; return 0; }
            int nvmlDeviceGetCurrentClocksThrottleReasons(void *d, unsigned long long *bits) { *bits = 0x42; return 0; }
            int nvmlDeviceGetComputeRunningProcesses_v3(void *d, unsigned *count, process *list) {
                if (*count < 2) return 7;
                *count = 2;
                list[0] = (process) {4711, 12000000000ULL, -1, -1};
                list[1] = (process) {4000000000u, -1ULL, -1, -1};
                return 0;
            }
            #endif
            """.formatted(UUID);

    @TempDir
    static Path folder;

    private static String whole;
    private static String old;

    @BeforeAll
    static void compile() {
        var compiler = Compilers.in(folder, Compilers.USUAL);
        whole = compiler.library("nvml", "#define WHOLE\n" + FAKE, List.of()).toString();
        old = compiler.library("old", FAKE, List.of()).toString();
    }

    @Test
    void itTellsClocksTemperaturePowerAndProcesses() {
        var state = Nvml.state(whole, UUID).orElseThrow();
        assertThat(state.driver()).isEqualTo("580.82.07");
        assertThat(state.clockLimits()).isEqualTo("SM 1500 of 1980 MHz, memory 2619 MHz");
        assertThat(state.now())
                .containsExactly(
                        Map.entry("SM clock", "1200 of 1980 MHz"),
                        Map.entry("memory clock", "2619 of 2619 MHz"),
                        Map.entry("temperature", "41 C"),
                        Map.entry("power", "123 of 700 W"),
                        Map.entry("clocks held by", "application clocks, heat (hardware)"));
        assertThat(state.processes())
                .containsExactly(new GpuProcess(4711, 12_000_000_000L), new GpuProcess(4_000_000_000L, 0));
    }

    @Test
    void whatAnOlderLibraryLacksIsLeftOut() {
        var state = Nvml.state(old, UUID).orElseThrow();
        assertThat(state.clockLimits()).isEqualTo("SM 1980 MHz, memory 2619 MHz");
        assertThat(state.now().keySet()).containsExactly("SM clock", "memory clock", "temperature", "power");
        assertThat(state.now()).containsEntry("power", "123 W").containsEntry("SM clock", "1200 of 1980 MHz");
        assertThat(state.processes()).isEmpty();
    }

    @Test
    void withoutTheLibraryOrTheGpuThereIsNothingToTell() {
        assertThat(Nvml.state("libnot-there.so.1", UUID)).isEmpty();
        assertThat(Nvml.state(folder.resolve("none.so").toString(), UUID)).isEmpty();
        assertThat(Nvml.state(whole, "GPU-of-somebody-else")).isEmpty();
    }
}
