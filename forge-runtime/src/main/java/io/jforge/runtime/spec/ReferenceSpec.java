package io.jforge.runtime.spec;

import java.util.Optional;
import java.util.OptionalLong;

/// How the reference is driven: its units of work, and how many of them are checked where not all are.
public record ReferenceSpec(Expr units, boolean team, Optional<Expr> scratch, OptionalLong sample) {}
