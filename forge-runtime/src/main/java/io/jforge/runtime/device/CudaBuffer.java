package io.jforge.runtime.device;

import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemFree;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8;

import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;

/// Device memory between two guard zones that nobody may write.
final class CudaBuffer implements AutoCloseable {
    static final long GUARD = 4096;
    private static final byte GUARD_BYTE = (byte) 0xC3;

    private final CUdeviceptr whole = new CUdeviceptr();
    private final long bytes;

    CudaBuffer(long bytes) {
        this.bytes = bytes;
        Cuda.check("cuMemAlloc of %,d bytes".formatted(bytes), cuMemAlloc(whole, GUARD + bytes + GUARD));
        Cuda.check("cuMemsetD8", cuMemsetD8(whole, GUARD_BYTE, GUARD));
        Cuda.check("cuMemsetD8", cuMemsetD8(whole.withByteOffset(GUARD + bytes), GUARD_BYTE, GUARD));
    }

    long bytes() {
        return bytes;
    }

    CUdeviceptr body() {
        return whole.withByteOffset(GUARD);
    }

    /// The start of the allocation, which is what another process can be given.
    CUdeviceptr allocation() {
        return whole;
    }

    long address() {
        return Cuda.address(whole) + GUARD;
    }

    void fill(byte pattern) {
        if (bytes > 0) Cuda.check("cuMemsetD8", cuMemsetD8(body(), pattern, bytes));
    }

    boolean intact() {
        return isGuard(whole) && isGuard(whole.withByteOffset(GUARD + bytes));
    }

    private static boolean isGuard(CUdeviceptr zone) {
        var seen = new byte[(int) GUARD];
        Cuda.check("cuMemcpyDtoH", cuMemcpyDtoH(Pointer.to(seen), zone, GUARD));
        var expected = new byte[(int) GUARD];
        Arrays.fill(expected, GUARD_BYTE);
        return Arrays.equals(seen, expected);
    }

    @Override
    public void close() {
        Cuda.check("cuMemFree", cuMemFree(whole));
    }
}
