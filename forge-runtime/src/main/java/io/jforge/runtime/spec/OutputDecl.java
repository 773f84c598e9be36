package io.jforge.runtime.spec;

import java.util.List;
import java.util.Optional;

/// A declared output and how it is judged; `norm` names the axes of its norm groups as the shape spells them.
public record OutputDecl(
        String name,
        String dtype,
        List<Expr> shape,
        List<Expr> norm,
        boolean exact,
        boolean mag,
        boolean witness,
        Optional<Expr> coins,
        Optional<String> inplace) {
    public OutputDecl {
        shape = List.copyOf(shape);
        norm = List.copyOf(norm);
    }

    /// The axes of `norm` as indices into the shape.
    public List<Integer> normAxes() {
        return norm.stream().map(shape::lastIndexOf).toList();
    }

    OutputDecl judgedExactly() {
        return new OutputDecl(name, dtype, shape, norm, true, mag, witness, coins, inplace);
    }

    OutputDecl judgedByWitness() {
        return new OutputDecl(name, dtype, shape, norm, exact, mag, true, coins, inplace);
    }
}
