package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;

/// An nvcc that was found and asked what it is.
///
/// @param architectures those it compiles for, as numbers: 90 is sm_90
public record Nvcc(Path command, CudaVersion version, NavigableSet<Integer> architectures) {
    public Nvcc {
        architectures = new TreeSet<>(architectures);
    }
}
