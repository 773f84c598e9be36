package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Folders that hold CUDA's own headers (`cuda_fp16.h`, `cuda_bf16.h`, `mma.h` and what they include).
///
/// @param folders in the order of search; empty where this machine has none
/// @param version of the CUDA they belong to, where they say
public record CudaHeaders(List<Path> folders, Optional<CudaVersion> version, String place) {
    /// What a candidate may include, if the headers are there.
    public static final List<String> NAMES = List.of("cuda_fp16.h", "cuda_bf16.h", "mma.h");

    public CudaHeaders {
        folders = List.copyOf(folders);
    }

    public static CudaHeaders none() {
        return new CudaHeaders(List.of(), Optional.empty(), "none");
    }

    /// How far they are from a compiler of that version: 0 is the same; newer ones may use what it lacks.
    int distance(CudaVersion compiler) {
        if (version.isEmpty()) return Integer.MAX_VALUE;
        int steps = 1000 * (version.get().major() - compiler.major())
                + version.get().minor()
                - compiler.minor();
        return steps > 0 ? 2 * steps : -steps;
    }
}
