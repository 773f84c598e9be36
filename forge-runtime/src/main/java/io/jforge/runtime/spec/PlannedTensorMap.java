package io.jforge.runtime.spec;

import java.util.List;

/// A tensor map with numbers, in elements; `swizzle` and `l2` are bytes, 0 for none.
public record PlannedTensorMap(
        String name, String of, List<Long> dims, List<Long> strides, List<Long> box, long swizzle, long l2) {
    public PlannedTensorMap {
        dims = List.copyOf(dims);
        strides = List.copyOf(strides);
        box = List.copyOf(box);
    }
}
