package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.util.List;

/// A C compiler that was found and tried.
///
/// @param id its first version line: times depend on it
/// @param compileFlags before every source, e.g. `-O3 -march=native -fopenmp`
/// @param linkFlags when linking a shared object
/// @param openmp whether a program that uses OpenMP links; without it everything runs on one core
public record Toolchain(Path command, String id, List<String> compileFlags, List<String> linkFlags, boolean openmp) {
    public Toolchain {
        compileFlags = List.copyOf(compileFlags);
        linkFlags = List.copyOf(linkFlags);
    }
}
