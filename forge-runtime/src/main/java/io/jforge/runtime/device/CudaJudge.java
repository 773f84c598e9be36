package io.jforge.runtime.device;

import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuIpcCloseMemHandle;
import static jcuda.driver.JCudaDriver.cuIpcGetMemHandle;
import static jcuda.driver.JCudaDriver.cuIpcOpenMemHandle;
import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUipcMemHandle;
import jcuda.driver.CUipcMem_flags;

/// Compares what another process's candidate wrote with the references here, without a copy to the host.
final class CudaJudge {
    private static final int THREADS = 256;
    private static final double INFINITE = 1e299;

    private final CudaModule host;
    private final int blocks;
    private final CudaBuffer worst;
    private final Map<String, CUdeviceptr> opened = new HashMap<>();

    CudaJudge(CudaModule host, int multiprocessors) {
        this.host = host;
        this.blocks = multiprocessors * 4;
        this.worst = new CudaBuffer(2L * Double.BYTES * blocks);
    }

    /// Handles of buffers of this process for another.
    static Map<String, byte[]> share(Map<String, CudaBuffer> outputs) {
        var handles = new LinkedHashMap<String, byte[]>();
        outputs.forEach((name, buffer) -> {
            var handle = new CUipcMemHandle();
            Cuda.check("cuIpcGetMemHandle", cuIpcGetMemHandle(handle, buffer.allocation()));
            handles.put(name, Cuda.bytes(handle));
        });
        return handles;
    }

    /// Handles of a layout that is no longer the worker's are closed.
    List<Verdict> compare(List<Judged> outputs, Function<String, CudaBuffer> references) {
        forgetAllBut(outputs.stream().map(CudaJudge::handle).collect(Collectors.toSet()));
        var verdicts = new ArrayList<Verdict>();
        for (var judged : outputs) verdicts.add(compare(judged, references));
        return verdicts;
    }

    private static String handle(Judged judged) {
        return HexFormat.of().formatHex(judged.handle());
    }

    private Verdict compare(Judged judged, Function<String, CudaBuffer> references) {
        var got = open(handle(judged)).withByteOffset(CudaBuffer.GUARD);
        var want = references.apply(judged.reference()).body();
        var magnitudes = judged.magnitudes().isEmpty()
                ? new CUdeviceptr()
                : references.apply(judged.magnitudes()).body();
        var arguments = Pointer.to(
                Pointer.to(got),
                Pointer.to(new int[] {judged.dtype().ordinal()}),
                Pointer.to(want),
                Pointer.to(magnitudes),
                Pointer.to(new long[] {judged.elements() / judged.groupSize()}),
                Pointer.to(new long[] {judged.groupSize()}),
                Pointer.to(new double[] {judged.abs()}),
                Pointer.to(new double[] {judged.rel()}),
                Pointer.to(new double[] {judged.rounding()}),
                Pointer.to(new double[] {judged.least()}),
                Pointer.to(new double[] {judged.largest()}),
                Pointer.to(new int[] {judged.exact() ? 1 : 0}),
                Pointer.to(new int[] {judged.poisonedWithOnes() ? 1 : 0}),
                Pointer.to(worst.body()));
        worst.fill((byte) 0);
        Cuda.check(
                "comparing",
                cuLaunchKernel(host.function("forge_compare"), blocks, 1, 1, THREADS, 1, 1, 0, null, arguments, null));
        Cuda.check("comparing", cuCtxSynchronize());
        return verdict(judged, got, want);
    }

    private Verdict verdict(Judged judged, CUdeviceptr got, CUdeviceptr want) {
        var pairs = new double[2 * blocks];
        Cuda.check("cuMemcpyDtoH", cuMemcpyDtoH(Pointer.to(pairs), worst.body(), worst.bytes()));
        var seen = IntStream.range(0, blocks)
                .mapToObj(block -> new Verdict(
                        pairs[2 * block] > INFINITE ? Double.POSITIVE_INFINITY : pairs[2 * block],
                        (long) pairs[2 * block + 1],
                        Double.NaN,
                        Double.NaN,
                        false))
                .reduce(Verdict.NONE, Verdict::or);
        if (!seen.isOfElement()) return seen;
        var others = seen.others().stream()
                .map(other -> read(judged, got, want, other, List.of()))
                .toList();
        return read(judged, got, want, seen, others);
    }

    /// The same with the values that stand there.
    private static Verdict read(Judged judged, CUdeviceptr got, CUdeviceptr want, Verdict seen, List<Verdict> others) {
        var element = element(got, judged, seen.index());
        return new Verdict(
                seen.share(),
                seen.index(),
                value(element, judged),
                reference(want, seen.index()),
                isPoison(element, judged),
                others);
    }

    private static ByteBuffer element(CUdeviceptr buffer, Judged judged, long index) {
        int size = judged.dtype().bytes();
        var bytes = ByteBuffer.allocateDirect(Math.max(8, size)).order(ByteOrder.nativeOrder());
        Cuda.check("cuMemcpyDtoH", cuMemcpyDtoH(Pointer.to(bytes), buffer.withByteOffset(index * size), size));
        return bytes;
    }

    private static boolean isPoison(ByteBuffer element, Judged judged) {
        boolean ones = judged.poisonedWithOnes() && judged.dtype().bytes() > 1;
        for (int i = 0; i < judged.dtype().bytes(); i++) ones &= element.get(i) == -1;
        return ones;
    }

    private static double value(ByteBuffer bytes, Judged judged) {
        return switch (judged.dtype()) {
            case F32 -> bytes.getFloat(0);
            case F64 -> bytes.getDouble(0);
            case F16 -> Float.float16ToFloat(bytes.getShort(0));
            case BF16 -> Float.intBitsToFloat(bytes.getShort(0) << 16);
            case I64, U64 -> bytes.getLong(0);
            case I32, U32 -> bytes.getInt(0);
            case I8, U8, B8, E4M3, E5M2 -> bytes.get(0);
        };
    }

    private static double reference(CUdeviceptr want, long index) {
        var value = new double[1];
        Cuda.check(
                "cuMemcpyDtoH",
                cuMemcpyDtoH(Pointer.to(value), want.withByteOffset(index * Double.BYTES), Double.BYTES));
        return value[0];
    }

    /// A handle is opened once: the worker keeps the buffers of a task's own shape as long as it lives.
    private CUdeviceptr open(String handle) {
        return opened.computeIfAbsent(handle, _ -> {
            var pointer = new CUdeviceptr();
            Cuda.check(
                    "cuIpcOpenMemHandle",
                    cuIpcOpenMemHandle(
                            pointer,
                            Cuda.handle(HexFormat.of().parseHex(handle)),
                            CUipcMem_flags.CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
            return pointer;
        });
    }

    /// Closes every handle: its worker is gone, and the memory stays taken until this process lets go too.
    void forget() {
        forgetAllBut(Set.of());
    }

    private void forgetAllBut(Set<String> handles) {
        var gone = new HashSet<>(opened.keySet());
        gone.removeAll(handles);
        for (var handle : gone) Cuda.check("cuIpcCloseMemHandle", cuIpcCloseMemHandle(opened.remove(handle)));
    }
}
