package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// A tensor with concrete dimensions; strides count elements, and one of 0 broadcasts.
public record TensorSpec(String name, DType dtype, List<Long> dims, List<Long> strides, boolean present) {
    public TensorSpec {
        dims = List.copyOf(dims);
        strides = List.copyOf(strides);
        if (dims.isEmpty()) throw new SpecException("%s needs at least one dimension".formatted(name));
        if (dims.size() != strides.size())
            throw new SpecException("%s has %d dimensions but %d strides".formatted(name, dims.size(), strides.size()));
        for (long dim : dims)
            if (dim < 1) throw new SpecException("%s has a dimension of %d: at least 1 is needed".formatted(name, dim));
        for (long stride : strides)
            if (stride < 0)
                throw new SpecException("%s has a stride of %d: at least 0 is needed".formatted(name, stride));
        checkSize(name, dtype, dims, strides);
    }

    /// Present and row-major without gaps.
    public static TensorSpec contiguous(String name, DType dtype, List<Long> dims) {
        return new TensorSpec(name, dtype, dims, rowMajor(name, dtype, dims), true);
    }

    TensorSpec absent() {
        return new TensorSpec(name, dtype, dims, strides, false);
    }

    public long numel() {
        return dims.stream().reduce(1L, Math::multiplyExact);
    }

    /// The elements from the first to the last, gaps included.
    public long extent() {
        return extent(dims, strides);
    }

    /// The bytes from the first element to the last, gaps included.
    public long bytes() {
        return Math.multiplyExact(extent(), (long) dtype.bytes());
    }

    public boolean isContiguous() {
        return strides.equals(rowMajor(name, dtype, dims));
    }

    private static List<Long> rowMajor(String name, DType dtype, List<Long> dims) {
        List<Long> strides = new ArrayList<>();
        try {
            long stride = 1;
            for (long dim : dims.reversed()) {
                strides.add(stride);
                stride = Math.multiplyExact(stride, dim);
            }
        } catch (ArithmeticException e) {
            throw tooLarge(name, dtype, dims);
        }
        Collections.reverse(strides);
        return List.copyOf(strides);
    }

    private static long extent(List<Long> dims, List<Long> strides) {
        long last = 0;
        for (int i = 0; i < dims.size(); i++)
            last = Math.addExact(last, Math.multiplyExact(dims.get(i) - 1, strides.get(i)));
        return Math.addExact(last, 1);
    }

    private static void checkSize(String name, DType dtype, List<Long> dims, List<Long> strides) {
        try {
            long elements = dims.stream().reduce(1L, Math::multiplyExact);
            Math.multiplyExact(Math.max(elements, extent(dims, strides)), (long) dtype.bytes());
        } catch (ArithmeticException e) {
            throw tooLarge(name, dtype, dims);
        }
    }

    private static SpecException tooLarge(String name, DType dtype, List<Long> dims) {
        return new SpecException("%s is too large: %s elements of %s are more than 64 bits can count"
                .formatted(name, dims.stream().map(String::valueOf).collect(Collectors.joining(" x ")), dtype.label()));
    }
}
