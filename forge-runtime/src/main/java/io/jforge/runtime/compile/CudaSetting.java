package io.jforge.runtime.compile;

import java.nio.file.Path;
import java.time.Duration;

/// What both CUDA compilers are told alike.
///
/// @param device the architecture of the device that will run the code
/// @param headers CUDA's own; nvcc knows its own and takes none of these
/// @param folder gets a sub-folder for each Binary
/// @param deadline for one compile
/// @param memoryBytes the most address space that a compiler process may take; 0.7 GB is what a server
///     starts with
public record CudaSetting(CudaArch device, CudaHeaders headers, Path folder, Duration deadline, long memoryBytes) {
    CudaSetting with(CudaHeaders other) {
        return new CudaSetting(device, other, folder, deadline, memoryBytes);
    }
}
