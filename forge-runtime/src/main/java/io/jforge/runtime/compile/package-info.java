/// Source to Binary: compilers as child processes with a deadline and a memory limit.
///
/// C goes through gcc or clang ([CcCompiler]); CUDA through NVRTC in a warm child process ([NvrtcCompiler])
/// or nvcc ([NvccCompiler]), which [CudaCompilers] chooses among what [CudaTools] finds. Native code
/// (`java.lang.foreign`) is called in that child only.
///
/// May import: `runtime.spec`, `runtime.trial`.
package io.jforge.runtime.compile;
