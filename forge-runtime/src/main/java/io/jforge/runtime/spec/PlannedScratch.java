package io.jforge.runtime.spec;

/// A scratch buffer with its size.
public record PlannedScratch(String name, DType dtype, long elements, boolean zero) {
    public long bytes() {
        return Math.multiplyExact(elements, (long) dtype.bytes());
    }
}
