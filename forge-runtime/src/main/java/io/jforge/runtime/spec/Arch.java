package io.jforge.runtime.spec;

/// The architecture a CUDA Source asks for, as in `sm_90` (a minimum) or `sm_90a` (exactly that one).
public record Arch(String name, int number, boolean exact) {}
