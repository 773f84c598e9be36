package io.jforge.runtime.compile;

import java.nio.file.Path;

/// An NVRTC that was found: NVIDIA's compiler as a library, in two files.
///
/// @param place where, in words that `doctor` shows: `CUDA_HOME`, `a toolkit`, `a Python package`, ...
public record Nvrtc(Path library, Path builtins, CudaVersion version, String place) {}
