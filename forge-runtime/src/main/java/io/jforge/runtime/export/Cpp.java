package io.jforge.runtime.export;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How values are written in C++.
final class Cpp {
    private Cpp() {}

    /// `.pass(d_x).pass(4096)`: the arguments of a launch, in order.
    ///
    /// @param buffers what stands for the buffer or tensor map of a name
    static String passed(List<PlannedArg> args, Function<String, String> buffers) {
        return args.stream().map(arg -> ".pass(" + argument(arg, buffers) + ")").collect(Collectors.joining());
    }

    private static String argument(PlannedArg arg, Function<String, String> buffers) {
        return switch (arg) {
            case PlannedArg.Buffer(String name) -> buffers.apply(name);
            case PlannedArg.I32(int value) -> value == Integer.MIN_VALUE ? "INT_MIN" : String.valueOf(value);
            case PlannedArg.I64(long value) -> whole(value);
            case PlannedArg.U32(int bits) -> Integer.toUnsignedString(bits) + "u";
            case PlannedArg.U64(long bits) -> Long.toUnsignedString(bits) + "ull";
            case PlannedArg.F32(float value) -> "(float) " + real(value);
            case PlannedArg.F64(double value) -> real(value);
        };
    }

    private static String whole(long value) {
        return value == Long.MIN_VALUE ? "LLONG_MIN" : value + "ll";
    }

    /// Digits enough that the same number is read back.
    static String real(double value) {
        if (Double.isNaN(value)) return "(double) NAN";
        if (Double.isInfinite(value)) return value > 0 ? "(double) INFINITY" : "-(double) INFINITY";
        return Double.toString(value).replace("E", "e");
    }

    /// As host/inputs.cu counts them.
    static String dtype(DType dtype) {
        return dtype == DType.U64 ? "U64_" : dtype.name();
    }

    static String dim3(List<Long> sizes) {
        return "dim3" + list(sizes, "(", ")");
    }

    static String braces(List<Long> values) {
        return list(values, "{", "}");
    }

    private static String list(List<Long> values, String open, String close) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", ", open, close));
    }

    /// `CU_TENSOR_MAP_DATA_TYPE_...` of cuda.h.
    static String mapType(DType dtype) {
        return "CU_TENSOR_MAP_DATA_TYPE_"
                + switch (dtype) {
                    case U8, I8, B8, E4M3, E5M2 -> "UINT8";
                    case U32 -> "UINT32";
                    case I32 -> "INT32";
                    case U64 -> "UINT64";
                    case I64 -> "INT64";
                    case F16 -> "FLOAT16";
                    case F32 -> "FLOAT32";
                    case F64 -> "FLOAT64";
                    case BF16 -> "BFLOAT16";
                };
    }

    /// Text that is safe in a comment.
    static String comment(String text) {
        return text.replace("*/", "* /").replace("/*", "/ *").replaceAll("\\s*\\R\\s*", " ");
    }
}
