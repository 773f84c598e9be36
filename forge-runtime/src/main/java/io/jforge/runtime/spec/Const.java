package io.jforge.runtime.spec;

/// A compile-time number that a Source derives from shapes and tunables.
public record Const(String name, Expr value) {}
