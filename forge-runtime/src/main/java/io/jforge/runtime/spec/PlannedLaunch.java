package io.jforge.runtime.spec;

import java.util.List;
import java.util.OptionalInt;

/// A launch with numbers: CUDA has three of each of `grid`, `block` and `cluster`, C has `threads` and empty
/// lists.
public record PlannedLaunch(
        String entry,
        OptionalInt threads,
        List<Long> grid,
        List<Long> block,
        List<Long> cluster,
        long sharedBytes,
        boolean cooperative,
        boolean resident,
        boolean overlap,
        List<PlannedArg> args) {
    public PlannedLaunch {
        grid = List.copyOf(grid);
        block = List.copyOf(block);
        cluster = List.copyOf(cluster);
        args = List.copyOf(args);
    }

    /// A call of a C function; `threads` of 0 leaves the size of the team alone.
    public static PlannedLaunch cpu(String entry, int threads, List<PlannedArg> args) {
        var team = threads > 0 ? OptionalInt.of(threads) : OptionalInt.empty();
        return new PlannedLaunch(entry, team, List.of(), List.of(), List.of(), 0, false, false, false, args);
    }
}
