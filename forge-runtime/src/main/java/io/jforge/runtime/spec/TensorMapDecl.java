package io.jforge.runtime.spec;

import java.util.List;
import java.util.Optional;

/// A tensor map of a CUDA Source: element counts, innermost dimension first, strides without dimension 0.
public record TensorMapDecl(
        String name,
        String of,
        List<Expr> dims,
        List<Expr> strides,
        List<Expr> box,
        Optional<Expr> swizzle,
        Optional<Expr> l2) {
    public TensorMapDecl {
        dims = List.copyOf(dims);
        strides = List.copyOf(strides);
        box = List.copyOf(box);
    }
}
