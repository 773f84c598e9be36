package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Step;
import java.nio.file.Path;

/// A compiler of CUDA Sources: NVRTC in a warm child process, or nvcc.
public sealed interface CudaCompiler extends Compiler, AutoCloseable permits NvrtcCompiler, NvccCompiler {
    /// Its name, version and place: times depend on it.
    String id();

    /// What it compiles for: the device's own architecture, or the nearest that it knows.
    CudaArch arch();

    CudaVersion version();

    /// CUDA's own headers that candidates can include.
    CudaHeaders headers();

    /// The PTX of a Source: what is compiled further for [#arch()].
    Step<String> ptx(Source source, LaunchPlan plan);

    /// Whether a text that includes this header, one of [CudaHeaders#NAMES], compiles.
    boolean includes(String header);

    /// Compiles once what is nobody's, so that the first candidate does not pay for the compiler's own start.
    void warm();

    /// Compiles text of our own, without the prelude; see [OwnCode].
    Path own(String name, String text);

    /// Ends its processes.
    @Override
    void close();
}
