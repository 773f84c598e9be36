package io.jforge.runtime.trial;

import java.util.Locale;

/// What the counters of a GPU tell of one launch; names end in their unit, and are kept in stores.
public enum Counter {
    DURATION_US("duration, us"),
    DRAM_PERCENT("DRAM, % of its peak"),
    DRAM_GB_PER_S("DRAM, GB/s"),
    L2_PERCENT("L2 cache, % of its peak"),
    L2_HIT_PERCENT("L2 hits, % of sectors"),
    /// Shared memory is a part of the L1 cache, and counts with it.
    L1_PERCENT("L1 and shared memory, % of their peak"),
    SM_PERCENT("multiprocessors, % of their peak"),
    TENSOR_PERCENT("tensor cores, % of cycles"),
    OCCUPANCY_PERCENT("occupancy, % of warps"),
    OCCUPANCY_LIMIT_PERCENT("occupancy that fits, % of warps"),
    /// A sector is 32 bytes: 4 where a warp reads 4-byte values side by side, 32 where each lies in another.
    SECTORS_PER_LOAD("sectors per global load"),
    CONFLICTS_PER_SHARED_LOAD("bank conflicts per shared load"),
    CONFLICTS_PER_SHARED_STORE("bank conflicts per shared store");

    private final String title;

    Counter(String title) {
        this.title = title;
    }

    /// In words, with its unit.
    public String title() {
        return title;
    }

    /// As JSON has it.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
