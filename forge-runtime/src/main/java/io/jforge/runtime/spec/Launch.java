package io.jforge.runtime.spec;

import java.util.List;
import java.util.Optional;

/// One launch of a Source; lists that are not there are empty, and so is whatever is not the language's.
public record Launch(
        String entry,
        List<Expr> grid,
        List<Expr> block,
        List<Expr> cluster,
        Optional<Expr> shared,
        Optional<Expr> threads,
        Optional<Expr> when,
        boolean cooperative,
        boolean resident,
        boolean overlap,
        List<Arg> args) {
    public Launch {
        grid = List.copyOf(grid);
        block = List.copyOf(block);
        cluster = List.copyOf(cluster);
        args = List.copyOf(args);
    }
}
