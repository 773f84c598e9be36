package io.jforge.runtime.spec;

import java.util.List;
import java.util.Optional;

/// A declared input: `dtype` is a dtype variable or a dtype; `range` bounds the values that verification draws.
public record InputDecl(
        String name,
        String dtype,
        List<Expr> shape,
        boolean optional,
        boolean anyStrides,
        Optional<Bounds> range,
        boolean positive,
        boolean nonzero,
        boolean finite) {
    /// The declared bounds of an input's values, inclusive; they may name shape symbols.
    public record Bounds(Expr lo, Expr hi) {}

    public InputDecl {
        shape = List.copyOf(shape);
    }
}
