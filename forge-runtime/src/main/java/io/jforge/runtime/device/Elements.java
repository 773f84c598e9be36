package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes numbers into memory as a dtype keeps them.
public final class Elements {
    private Elements() {}

    /// Element `i` becomes the value next to this one.
    ///
    /// @throws IllegalArgumentException for the 8-bit floats, which no C compiler here knows
    public static void store(MemorySegment to, DType dtype, long i, double value) {
        switch (dtype) {
            case F64 -> to.setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
            case F32 -> to.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) value);
            case F16 -> to.setAtIndex(ValueLayout.JAVA_SHORT, i, Float.floatToFloat16((float) value));
            case BF16 -> to.setAtIndex(ValueLayout.JAVA_SHORT, i, bfloat16((float) value));
            case I64, U64 -> to.setAtIndex(ValueLayout.JAVA_LONG, i, (long) value);
            case I32, U32 -> to.setAtIndex(ValueLayout.JAVA_INT, i, (int) (long) value);
            case I8, U8, B8 -> to.set(ValueLayout.JAVA_BYTE, i, (byte) (long) value);
            case E4M3, E5M2 ->
                throw new IllegalArgumentException("inputs of " + dtype.label() + " are not made on the CPU target");
        }
    }

    /// Rounds to nearest, ties to even; the rounding of a NaN could carry it over to another number.
    private static short bfloat16(float value) {
        if (Float.isNaN(value)) return 0x7FC0;
        int bits = Float.floatToRawIntBits(value);
        return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
    }
}
