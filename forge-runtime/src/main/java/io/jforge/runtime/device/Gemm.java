package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// The matmul op as BLAS libraries take it: row-major `c[t] = a[t] @ b[t]`, where an operand's rows or its columns lie
/// without gaps between their elements.
public record Gemm(DType dtype, int batch, int m, int n, int k, Operand a, Operand b) {
    private static final List<Long> ONE = List.of(1L, 1L, 1L);

    /// @param transposed its columns are what lies in one piece
    /// @param leading elements from one such piece to the next; `batchStride` from one matrix to the next
    public record Operand(boolean transposed, int leading, long batchStride) {
        static Operand of(TensorSpec tensor) {
            long rows = tensor.dims().get(1);
            long columns = tensor.dims().get(2);
            long down = tensor.strides().get(1);
            long right = tensor.strides().get(2);
            long batch = tensor.strides().get(0);
            if (right == 1 && (down >= columns || rows == 1))
                return new Operand(false, Math.toIntExact(Math.max(down, columns)), batch);
            if (down == 1 && (right >= rows || columns == 1))
                return new Operand(true, Math.toIntExact(Math.max(right, rows)), batch);
            throw new IllegalArgumentException(
                    "neither rows nor columns of %s lie in one piece, which BLAS needs".formatted(tensor.name()));
        }
    }

    /// @throws IllegalArgumentException in words for the person, if BLAS has no such product
    public static Gemm of(Task task) {
        if (!isProduct(task)) throw new IllegalArgumentException("it is for matmul only");
        if (task.tensor("bias").filter(TensorSpec::present).isPresent())
            throw new IllegalArgumentException("it adds no bias");
        var a = task.tensor("a").orElseThrow();
        var b = task.tensor("b").orElseThrow();
        var c = task.tensor("c").orElseThrow();
        if (a.dtype() != c.dtype() || b.dtype() != c.dtype())
            throw new IllegalArgumentException("it is not for " + task.dtypeLabel() + " here");
        return new Gemm(c.dtype(), size(c, 0), size(c, 1), size(c, 2), size(a, 2), Operand.of(a), Operand.of(b));
    }

    public static boolean isProduct(Task task) {
        return task.op().name().equals("matmul");
    }

    private static int size(TensorSpec tensor, int axis) {
        return Math.toIntExact(tensor.dims().get(axis));
    }

    /// By `forge_gemm` of openblas.c.
    ///
    /// @throws IllegalArgumentException if it is not for this dtype
    public Call openblas(int module, int threads) {
        if (dtype != DType.F32) throw new IllegalArgumentException("it is for f32 only");
        var args = new ArrayList<PlannedArg>(List.of(buffer("a"), buffer("b"), buffer("c")));
        for (int size : List.of(batch, m, n, k)) args.add(new PlannedArg.I32(size));
        for (var operand : List.of(a, b))
            args.addAll(List.of(
                    flag(operand), new PlannedArg.I32(operand.leading), new PlannedArg.I64(operand.batchStride)));
        args.add(new PlannedArg.I32(threads));
        return Call.of(module, "forge_gemm", 0, args);
    }

    /// By cuBLAS, which is column-major: what it sees of row-major matrices are their transposes, and of the product
    /// `c' = b' a'`.
    ///
    /// @throws IllegalArgumentException if it is not for this dtype
    public Call cublas(int module) {
        int type = cudaType();
        var args = new ArrayList<PlannedArg>(List.of(flag(b), flag(a)));
        for (int size : List.of(n, m, k)) args.add(new PlannedArg.I32(size));
        matrix(args, "b", type, b.leading, b.batchStride);
        matrix(args, "a", type, a.leading, a.batchStride);
        matrix(args, "c", type, n, (long) m * n);
        args.add(new PlannedArg.I32(batch));
        var launch = new PlannedLaunch("cublasGemm", OptionalInt.empty(), ONE, ONE, ONE, 0, false, false, false, args);
        return new Call(module, List.of(), List.of(launch));
    }

    private static void matrix(List<PlannedArg> args, String name, int type, int leading, long stride) {
        args.addAll(List.of(
                buffer(name), new PlannedArg.I32(type), new PlannedArg.I32(leading), new PlannedArg.I64(stride)));
    }

    /// `cudaDataType` as library_types.h numbers it.
    private int cudaType() {
        return switch (dtype) {
            case F32 -> 0;
            case F16 -> 2;
            case BF16 -> 14;
            case F64, E4M3, E5M2, I64, I32, I8, U64, U32, U8, B8 ->
                throw new IllegalArgumentException("it is for f32, f16 and bf16 only");
        };
    }

    private static PlannedArg buffer(String name) {
        return new PlannedArg.Buffer(name);
    }

    private static PlannedArg flag(Operand operand) {
        return new PlannedArg.I32(operand.transposed ? 1 : 0);
    }
}
