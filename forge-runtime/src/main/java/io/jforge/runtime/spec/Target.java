package io.jforge.runtime.spec;

import java.util.List;
import java.util.OptionalLong;

/// A device model: `kind` is `cpu` or `cuda`, `id` is what `--device` takes, `isa` the instruction set or sm
/// version.
///
/// On `cuda`, `cores` counts multiprocessors.
public record Target(
        String kind, String id, String model, int cores, long lastLevelCacheBytes, long memoryBytes, String isa) {
    public static final String CPU = "cpu";
    public static final String CUDA = "cuda";

    /// The names of a target's facts in expressions.
    static final List<String> NAMES = List.of("sm_count", "smem_max", "l2_bytes", "cores");

    public Target {
        if (!kind.equals(CPU) && !kind.equals(CUDA))
            throw new IllegalArgumentException("a target is cpu or cuda, not '%s'".formatted(kind));
        if (cores < 1) throw new IllegalArgumentException("target %s needs at least one core".formatted(id));
    }

    /// What its Sources are written in.
    public Language language() {
        return kind.equals(CUDA) ? Language.CUDA : Language.C;
    }

    OptionalLong value(String name) {
        return switch (name) {
            case "cores" -> OptionalLong.of(cores);
            case "l2_bytes" -> OptionalLong.of(lastLevelCacheBytes);
            case "sm_count" -> kind.equals(CUDA) ? OptionalLong.of(cores) : OptionalLong.empty();
            case "smem_max" -> kind.equals(CUDA) ? OptionalLong.of(sharedMemoryBytes()) : OptionalLong.empty();
            default -> OptionalLong.empty();
        };
    }

    /// The most shared memory a block may ask for, by compute capability (CUDA programming guide, "Technical
    /// Specifications per Compute Capability").
    private long sharedMemoryBytes() {
        long kibibytes = switch (isa.replaceAll("[a-z]+$", "")) {
            case "sm_75" -> 64;
            case "sm_80", "sm_87" -> 163;
            case "sm_90", "sm_100", "sm_101", "sm_103", "sm_110" -> 227;
            default -> 99;
        };
        return kibibytes << 10;
    }
}
