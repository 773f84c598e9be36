package io.jforge.runtime.device;

import com.sun.management.OperatingSystemMXBean;
import io.jforge.runtime.spec.Target;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Reads what this machine's processor is: model, cores, caches, vector instructions.
public final class LocalCpu {
    private static final long ASSUMED_CACHE = 32L << 20;

    private LocalCpu() {}

    /// The CPU as a Target; what cannot be read is assumed (32 MiB of last-level cache, the JVM's
    /// architecture).
    public static Target detect() {
        return new Target(
                "cpu",
                "cpu",
                model(),
                Runtime.getRuntime().availableProcessors(),
                lastLevelCache(),
                memoryBytes(),
                instructions());
    }

    /// Memory that a run may still take, in bytes: what the system says is available, or a half of all.
    public static long availableBytes() {
        return meminfo("MemAvailable").orElseGet(() -> memoryBytes() / 2);
    }

    private static long memoryBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static Optional<Long> meminfo(String field) {
        return line(Path.of("/proc/meminfo"), field).map(value -> Long.parseLong(value.replaceAll("\\D", "")) << 10);
    }

    private static String model() {
        return line(Path.of("/proc/cpuinfo"), "model name")
                .or(() -> sysctl("machdep.cpu.brand_string"))
                .or(() -> line(Path.of("/proc/cpuinfo"), "CPU implementer").map(maker -> "Arm (maker " + maker + ")"))
                .orElse(System.getProperty("os.arch"));
    }

    private static long lastLevelCache() {
        for (int index = 4; index >= 0; index--) {
            var size = read(Path.of("/sys/devices/system/cpu/cpu0/cache/index" + index + "/size"));
            if (size.isPresent()) return bytes(size.get());
        }
        return sysctl("hw.l3cachesize")
                .or(() -> sysctl("hw.l2cachesize"))
                .map(Long::parseLong)
                .orElse(ASSUMED_CACHE);
    }

    /// `32768K` in bytes.
    private static long bytes(String size) {
        long number = Long.parseLong(size.replaceAll("\\D", ""));
        return size.endsWith("M") ? number << 20 : size.endsWith("K") ? number << 10 : number;
    }

    private static String instructions() {
        var arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        var flags = line(Path.of("/proc/cpuinfo"), "flags")
                .or(() -> line(Path.of("/proc/cpuinfo"), "Features"))
                .orElse("");
        for (var widest : new String[] {"avx512f", "avx2", "avx", "sve", "asimd"})
            if ((" " + flags + " ").contains(" " + widest + " ")) return arch + " " + widest;
        return arch;
    }

    private static Optional<String> line(Path file, String field) {
        return read(file)
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith(field))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst());
    }

    private static Optional<String> read(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// macOS keeps these facts here.
    private static Optional<String> sysctl(String name) {
        if (!System.getProperty("os.name").startsWith("Mac")) return Optional.empty();
        try {
            var process = new ProcessBuilder("sysctl", "-n", name).start();
            var value = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            return process.waitFor(2, TimeUnit.SECONDS) && !value.isBlank()
                    ? Optional.of(value.strip())
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
