package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;

/// One buffer of a layout.
///
/// @param zero scratch only: zeroed before every run instead of poisoned
public record BufferSpec(String name, DType dtype, long elements, Role role, boolean zero) {
    /// Who writes a buffer: the host before the run, or the candidate.
    public enum Role {
        INPUT,
        OUTPUT,
        SCRATCH
    }

    public BufferSpec {
        if (elements < 0) throw new IllegalArgumentException("buffer " + name + " of " + elements + " elements");
    }

    public static BufferSpec input(String name, DType dtype, long elements) {
        return new BufferSpec(name, dtype, elements, Role.INPUT, false);
    }

    public static BufferSpec output(String name, DType dtype, long elements) {
        return new BufferSpec(name, dtype, elements, Role.OUTPUT, false);
    }

    public static BufferSpec scratch(String name, DType dtype, long elements, boolean zero) {
        return new BufferSpec(name, dtype, elements, Role.SCRATCH, zero);
    }

    public long bytes() {
        return Math.multiplyExact(elements, dtype.bytes());
    }
}
