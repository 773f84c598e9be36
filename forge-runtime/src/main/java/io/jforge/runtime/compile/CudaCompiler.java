package io.jforge.runtime.compile;

/// A compiler of CUDA Sources: NVRTC in a warm child process, or nvcc.
public sealed interface CudaCompiler extends Compiler, AutoCloseable permits NvrtcCompiler, NvccCompiler {
    /// Its name, version and place: times depend on it.
    String id();

    /// What it compiles for: the device's own architecture, or the nearest that it knows.
    CudaArch arch();

    CudaVersion version();

    /// CUDA's own headers that candidates can include.
    CudaHeaders headers();

    /// Ends its processes.
    @Override
    void close();
}
