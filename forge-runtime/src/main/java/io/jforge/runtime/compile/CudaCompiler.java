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

    /// Whether a text that includes this header, one of [CudaHeaders#NAMES], compiles.
    boolean includes(String header);

    /// Compiles once what is nobody's, so that the first candidate does not pay for the compiler's own start.
    void warm();

    /// Ends its processes.
    @Override
    void close();
}
