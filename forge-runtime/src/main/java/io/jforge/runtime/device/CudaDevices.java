package io.jforge.runtime.device;

import static jcuda.driver.JCudaDriver.cuDeviceGet;
import static jcuda.driver.JCudaDriver.cuDeviceGetAttribute;
import static jcuda.driver.JCudaDriver.cuDeviceGetCount;
import static jcuda.driver.JCudaDriver.cuDeviceGetName;
import static jcuda.driver.JCudaDriver.cuDeviceGetUuid;
import static jcuda.driver.JCudaDriver.cuDeviceTotalMem;
import static jcuda.driver.JCudaDriver.cuDriverGetVersion;
import static jcuda.driver.JCudaDriver.cuInit;

import io.jforge.runtime.spec.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;

/// The NVIDIA GPUs of this machine, as the driver lists them; nothing is run on them from this process.
public final class CudaDevices {
    private static final double GIGA = 1e9;

    private CudaDevices() {}

    /// One GPU with what its data sheet would say.
    ///
    /// @param gigabytesPerSecond theoretical: memory clock times bus width, twice a clock
    /// @param clockGigahertz the highest clock of its multiprocessors
    /// @param uuid as the driver's tools show it: `GPU-` and hexadecimal digits
    public record CudaDevice(
            Target target,
            int major,
            int minor,
            double gigabytesPerSecond,
            double clockGigahertz,
            long sharedBytesPerBlock,
            String driver,
            String uuid) {
        /// As compilers name it, e.g. `sm_90`.
        public String architecture() {
            return "sm_" + major + minor;
        }
    }

    /// All of them, in the driver's order; none where there is no driver.
    public static List<CudaDevice> detect() {
        if (!CudaDriver.isThere()) return List.of();
        try {
            JCudaDriver.setExceptionsEnabled(false);
            var count = new int[1];
            if (cuInit(0) != 0 || cuDeviceGetCount(count) != 0) return List.of();
            var devices = new ArrayList<CudaDevice>();
            for (int index = 0; index < count[0]; index++) devices.add(device(index));
            return devices;
        } catch (LinkageError _) {
            return List.of(); // a driver, but none that JCuda's library links with
        }
    }

    private static CudaDevice device(int index) {
        var device = new CUdevice();
        Cuda.check("cuDeviceGet", cuDeviceGet(device, index));
        int major = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        int minor = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        double memoryKilohertz = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
        double busBits = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
        double kilohertz = attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
        var target = new Target(
                Target.CUDA,
                "cuda:" + index,
                name(device),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
                memory(device),
                "sm_" + major + minor);
        return new CudaDevice(
                target,
                major,
                minor,
                2 * memoryKilohertz * 1e3 * busBits / 8 / GIGA,
                kilohertz * 1e3 / GIGA,
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                driver(),
                uuid(device));
    }

    private static int attribute(CUdevice device, int which) {
        var value = new int[1];
        Cuda.check("cuDeviceGetAttribute", cuDeviceGetAttribute(value, which, device));
        return value[0];
    }

    private static String name(CUdevice device) {
        var bytes = new byte[128];
        Cuda.check("cuDeviceGetName", cuDeviceGetName(bytes, bytes.length, device));
        var text = new String(bytes, StandardCharsets.UTF_8);
        return text.substring(0, text.indexOf(0));
    }

    private static String uuid(CUdevice device) {
        var uuid = new CUuuid();
        Cuda.check("cuDeviceGetUuid", cuDeviceGetUuid(uuid, device));
        var hex = HexFormat.of().formatHex(uuid.bytes);
        return "GPU-" + hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})", "$1-$2-$3-$4-");
    }

    private static long memory(CUdevice device) {
        var bytes = new long[1];
        Cuda.check("cuDeviceTotalMem", cuDeviceTotalMem(bytes, device));
        return bytes[0];
    }

    /// The CUDA version that the driver speaks, e.g. `13.0`.
    private static String driver() {
        var version = new int[1];
        Cuda.check("cuDriverGetVersion", cuDriverGetVersion(version));
        return version[0] / 1000 + "." + version[0] % 1000 / 10;
    }
}
