package io.jforge.runtime.spec;

/// A buffer that only the launches of one Source see; zeroed inside the timed window, or else poisoned.
public record Scratch(String name, DType dtype, Expr elements, boolean zero) {}
