package io.jforge.runtime.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The element types of tensors, named as in the formats: `f32`, `bf16`, `e4m3`, `i64`, ...
public enum DType {
    F64(8),
    F32(4),
    F16(2),
    BF16(2),
    E4M3(1),
    E5M2(1),
    I64(8),
    I32(4),
    I8(1),
    U64(8),
    U32(4),
    U8(1),
    B8(1);

    private static final List<String> LABELS =
            Arrays.stream(values()).map(DType::label).toList();

    private final int bytes;
    private final String label = name().toLowerCase(Locale.ROOT);

    DType(int bytes) {
        this.bytes = bytes;
    }

    public String label() {
        return label;
    }

    public int bytes() {
        return bytes;
    }

    public boolean isFloat() {
        return switch (this) {
            case F64, F32, F16, BF16, E4M3, E5M2 -> true;
            case I64, I32, I8, U64, U32, U8, B8 -> false;
        };
    }

    /// The dtype of that label; a [SpecException] lists the known ones.
    public static DType of(String label) {
        return find(label)
                .orElseThrow(() -> new SpecException("'%s' is not a dtype: %s.%s"
                        .formatted(label, String.join(" ", LABELS), Nearest.suffix(label, LABELS))));
    }

    static Optional<DType> find(String label) {
        return Arrays.stream(values()).filter(d -> d.label.equals(label)).findFirst();
    }

    static List<String> labels() {
        return LABELS;
    }
}
