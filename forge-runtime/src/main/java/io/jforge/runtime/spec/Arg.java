package io.jforge.runtime.spec;

/// An argument as a launch writes it; what a bare name is, a buffer or a number, shows when a task is known.
public sealed interface Arg {
    /// A tensor, scratch buffer or tensor map, or a number that passes as its own type.
    record Named(Expr name) implements Arg {}

    /// A number converted to that type; expressions without a conversion are I32.
    record Scalar(ScalarType type, Expr value) implements Arg {}
}
