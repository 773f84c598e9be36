package io.jforge.runtime.device;

import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;

import io.jforge.runtime.spec.DType;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUfunction;

/// Our own code on the device (resources host/): fills, hashes, and the read that empties the L2.
final class CudaHost implements AutoCloseable {
    private static final int THREADS = 256;

    private final CudaModule module;
    private final int blocks;
    private final CudaBuffer quantiles;
    private final CudaBuffer sum = new CudaBuffer(Long.BYTES);

    CudaHost(CudaModule module, int multiprocessors) {
        this.module = module;
        this.blocks = multiprocessors * 8;
        var table = Filler.quantiles();
        quantiles = new CudaBuffer((long) table.length * Float.BYTES);
        Cuda.check("cuMemcpyHtoD", cuMemcpyHtoD(quantiles.body(), Pointer.to(table), quantiles.bytes()));
    }

    void fill(CudaBuffer to, DType dtype, long elements, Fill fill) {
        run(
                module.function("forge_fill"),
                Pointer.to(to.body()),
                number(dtype.ordinal()),
                number(elements),
                number(fill.kind().ordinal()),
                number(fill.seed()),
                number(fill.low()),
                number(fill.high()),
                Pointer.to(quantiles.body()));
    }

    long hash(CudaBuffer buffer) {
        sum.fill((byte) 0);
        run(module.function("forge_hash"), Pointer.to(buffer.body()), number(buffer.bytes()), Pointer.to(sum.body()));
        var value = new long[1];
        Cuda.check("cuMemcpyDtoH", cuMemcpyDtoH(Pointer.to(value), sum.body(), Long.BYTES));
        return value[0];
    }

    /// Reads a buffer through the L2, without waiting for it.
    void read(CudaBuffer buffer) {
        launch(
                module.function("forge_read"),
                Pointer.to(buffer.body()),
                number(buffer.bytes()),
                Pointer.to(sum.body()));
    }

    private void run(CUfunction function, NativePointerObject... arguments) {
        launch(function, arguments);
        Cuda.check("cuCtxSynchronize", cuCtxSynchronize());
    }

    private void launch(CUfunction function, NativePointerObject... arguments) {
        Cuda.check(
                "cuLaunchKernel",
                cuLaunchKernel(function, blocks, 1, 1, THREADS, 1, 1, 0, null, Pointer.to(arguments), null));
    }

    private static Pointer number(int value) {
        return Pointer.to(new int[] {value});
    }

    private static Pointer number(long value) {
        return Pointer.to(new long[] {value});
    }

    private static Pointer number(double value) {
        return Pointer.to(new double[] {value});
    }

    @Override
    public void close() {
        quantiles.close();
        sum.close();
        module.close();
    }
}
