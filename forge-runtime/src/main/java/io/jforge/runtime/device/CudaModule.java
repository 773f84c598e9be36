package io.jforge.runtime.device;

import static jcuda.driver.JCudaDriver.cuFuncSetAttribute;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuModuleUnload;
import static jcuda.driver.JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor;

import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUmodule;

/// A cubin on the device, unloaded on close.
final class CudaModule implements CudaCode {
    private static final int USUAL_SHARED = 48 << 10;
    private static final int USUAL_CLUSTER = 8;
    private static final int NON_PORTABLE_CLUSTER = 14;

    private final CUmodule module = new CUmodule();
    private final CudaDriver driver;
    private final int multiprocessors;

    CudaModule(Path cubin, CudaDriver driver, int multiprocessors) throws IOException {
        this.driver = driver;
        this.multiprocessors = multiprocessors;
        Cuda.check("cuModuleLoadData", cuModuleLoadData(module, Files.readAllBytes(cubin)));
    }

    CUfunction function(String entry) {
        var function = new CUfunction();
        if (cuModuleGetFunction(function, module, entry) != 0)
            throw new IllegalArgumentException("the launch names '" + entry
                    + "', which the compiled code does not export; is it extern \"C\" and __global__?");
        return function;
    }

    @Override
    public Runnable bind(Arena arena, PlannedLaunch launch, Function<String, MemorySegment> buffers) {
        var prepared = prepare(arena, launch, buffers);
        var what = "launching " + launch.entry();
        return () -> Cuda.check(what, driver.launch(prepared));
    }

    private CudaDriver.Prepared prepare(Arena arena, PlannedLaunch launch, Function<String, MemorySegment> buffers) {
        var function = function(launch.entry());
        int shared = Math.toIntExact(launch.sharedBytes());
        var sizes = new ArrayList<Integer>();
        for (long size : launch.grid()) sizes.add(Math.toIntExact(size));
        for (long size : launch.block()) sizes.add(Math.toIntExact(size));
        allowShared(function, shared);
        long blocks = product(launch.cluster());
        if (blocks > USUAL_CLUSTER) allow(function, NON_PORTABLE_CLUSTER, 1);
        if (launch.cooperative() || launch.resident()) requireResident(launch, function, shared);
        return driver.prepare(
                arena,
                Cuda.address(function),
                sizes,
                shared,
                attributes(launch, blocks),
                arguments(arena, launch, buffers));
    }

    private static List<long[]> attributes(PlannedLaunch launch, long clusterBlocks) {
        var attributes = new ArrayList<long[]>();
        if (launch.cooperative()) attributes.add(CudaDriver.cooperative());
        if (clusterBlocks > 1) attributes.add(CudaDriver.cluster(launch.cluster()));
        if (launch.overlap()) attributes.add(CudaDriver.overlap());
        return attributes;
    }

    private static long product(List<Long> sizes) {
        return sizes.stream().reduce(1L, Math::multiplyExact);
    }

    /// Blocks that wait for each other must all fit at once.
    private void requireResident(PlannedLaunch launch, CUfunction function, int shared) {
        long wanted = product(launch.grid());
        long most = (long) residentBlocks(launch, function, shared) * multiprocessors;
        if (wanted > most)
            throw new IllegalArgumentException("%s: its %,d blocks wait for each other, and only %,d fit at once"
                    .formatted(launch.entry(), wanted, most));
    }

    /// Blocks of this launch that fit on a multiprocessor at once.
    int residentBlocks(PlannedLaunch launch) {
        var function = function(launch.entry());
        int shared = Math.toIntExact(launch.sharedBytes());
        allowShared(function, shared);
        return residentBlocks(launch, function, shared);
    }

    private static int residentBlocks(PlannedLaunch launch, CUfunction function, int shared) {
        var fits = new int[1];
        int threads = Math.toIntExact(product(launch.block()));
        Cuda.check("occupancy", cuOccupancyMaxActiveBlocksPerMultiprocessor(fits, function, threads, shared));
        return fits[0];
    }

    private static void allowShared(CUfunction function, int bytes) {
        if (bytes > USUAL_SHARED)
            allow(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
    }

    private static void allow(CUfunction function, int attribute, int value) {
        int code = cuFuncSetAttribute(function, attribute, value);
        if (code != 0)
            throw new IllegalArgumentException("the device refuses it: " + Cuda.name(code) + " for " + value);
    }

    private static MemorySegment arguments(Arena arena, PlannedLaunch launch, Function<String, MemorySegment> buffers) {
        var values = new ArrayList<MemorySegment>();
        for (var arg : launch.args())
            values.add(
                    switch (arg) {
                        case PlannedArg.Buffer(String name) -> buffers.apply(name);
                        case PlannedArg.I32(int v) -> arena.allocateFrom(ValueLayout.JAVA_INT, v);
                        case PlannedArg.U32(int v) -> arena.allocateFrom(ValueLayout.JAVA_INT, v);
                        case PlannedArg.I64(long v) -> arena.allocateFrom(ValueLayout.JAVA_LONG, v);
                        case PlannedArg.U64(long v) -> arena.allocateFrom(ValueLayout.JAVA_LONG, v);
                        case PlannedArg.F32(float v) -> arena.allocateFrom(ValueLayout.JAVA_FLOAT, v);
                        case PlannedArg.F64(double v) -> arena.allocateFrom(ValueLayout.JAVA_DOUBLE, v);
                    });
        return CudaDriver.arguments(arena, values);
    }

    @Override
    public void close() {
        Cuda.check("cuModuleUnload", cuModuleUnload(module));
    }
}
