package io.jforge.runtime.spec;

/// An argument of a launch with its value.
public sealed interface PlannedArg {
    /// The address of a tensor or scratch buffer (a null pointer for an absent optional input), or a tensor
    /// map.
    record Buffer(String name) implements PlannedArg {}

    record I32(int value) implements PlannedArg {}

    record I64(long value) implements PlannedArg {}

    /// The 32 bits of an unsigned number.
    record U32(int bits) implements PlannedArg {}

    /// The 64 bits of an unsigned number.
    record U64(long bits) implements PlannedArg {}

    record F32(float value) implements PlannedArg {}

    record F64(double value) implements PlannedArg {}
}
