package io.jforge.runtime.device;

import java.lang.reflect.Field;
import java.util.Set;
import jcuda.CudaException;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import jcuda.driver.CUipcMemHandle;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// Calls of the CUDA driver: checked, and their failures told apart.
final class Cuda {
    /// After these the process can do nothing more on the device (measured on driver 580: a new context fails too).
    private static final Set<Integer> FATAL = Set.of(
            CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult.CUDA_ERROR_INVALID_PC,
            CUresult.CUDA_ERROR_LAUNCH_FAILED,
            CUresult.CUDA_ERROR_ASSERT,
            CUresult.CUDA_ERROR_ECC_UNCORRECTABLE);

    /// What a worker that must end says first; its parent reads it.
    static final String DYING = "CUDA: ";

    private static volatile String spoilt;

    private Cuda() {}

    /// A call failed and the device is still well.
    @SuppressWarnings("serial")
    static final class Failed extends RuntimeException {
        Failed(String message) {
            super(message);
        }
    }

    /// Ends the process where the failure has spoilt it, else throws.
    static void check(String call, int code) {
        if (code == CUresult.CUDA_SUCCESS) return;
        var name = name(code);
        if (FATAL.contains(code)) end("%s (%d) in %s".formatted(name, code, call));
        throw new Failed("%s: %s (%d)".formatted(call, name, code));
    }

    /// A worker ends; any other process learns what happened first, since all that follows fails too.
    private static void end(String why) {
        if (Worker.isHere()) Worker.die(DYING + why);
        if (spoilt == null) spoilt = why;
        throw new DeviceException(spoilt + ": this process can do no more on the GPU; restart it (in a notebook, the"
                + " kernel), and use --isolation worker");
    }

    static String name(int code) {
        var text = new String[1];
        JCudaDriver.cuGetErrorString(code, text);
        return text[0] == null ? CUresult.stringFor(code) : text[0];
    }

    /// The bytes of a handle, to be sent to another process.
    static byte[] bytes(CUipcMemHandle handle) {
        try {
            return ((byte[]) reserved().get(handle)).clone();
        } catch (IllegalAccessException changed) {
            throw new CudaException("this JCuda keeps its handles elsewhere", changed);
        }
    }

    static CUipcMemHandle handle(byte[] bytes) {
        var handle = new CUipcMemHandle();
        try {
            System.arraycopy(bytes, 0, (byte[]) reserved().get(handle), 0, bytes.length);
        } catch (IllegalAccessException changed) {
            throw new CudaException("this JCuda keeps its handles elsewhere", changed);
        }
        return handle;
    }

    private static Field reserved() {
        try {
            var reserved = CUipcMemHandle.class.getDeclaredField("reserved");
            reserved.setAccessible(true);
            return reserved;
        } catch (ReflectiveOperationException changed) {
            throw new CudaException("this JCuda keeps its handles elsewhere", changed);
        }
    }

    /// The address that a JCuda object stands for: `cuLaunchKernelEx` and tensor maps are reached without JCuda, which
    /// has neither and keeps its addresses to itself.
    static long address(NativePointerObject object) {
        try {
            var address = NativePointerObject.class.getDeclaredField("nativePointer");
            address.setAccessible(true);
            long value = address.getLong(object);
            if (!(object instanceof Pointer)) return value;
            var offset = Pointer.class.getDeclaredField("byteOffset");
            offset.setAccessible(true);
            return value + offset.getLong(object);
        } catch (ReflectiveOperationException changed) {
            throw new CudaException("this JCuda keeps its addresses elsewhere", changed);
        }
    }
}
