package io.jforge.runtime.trial;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What a candidate takes of a GPU, launch by launch; none on a processor.
public record Resources(List<Launch> launches) {
    public static final Resources NONE = new Resources(List.of());

    /// One launch.
    ///
    /// @param registers of a thread
    /// @param spillBytes of registers that went to memory, by count of instructions in the text
    /// @param sharedBytes of a block, static and dynamic
    /// @param threads of a block
    /// @param blocks that fit on a multiprocessor at once, as the driver says; empty if it was not asked
    /// @param occupancy the threads of those blocks over the most that a multiprocessor holds, 0 to 1
    public record Launch(
            String entry,
            int registers,
            long spillBytes,
            long sharedBytes,
            int threads,
            OptionalInt blocks,
            OptionalDouble occupancy) {}

    public Resources {
        launches = List.copyOf(launches);
    }
}
