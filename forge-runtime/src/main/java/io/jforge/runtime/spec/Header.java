package io.jforge.runtime.spec;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What the comment at a Source's head declares.
public record Header(
        List<Tunable> tunables,
        List<Const> consts,
        List<Expr> requires,
        Optional<Arch> arch,
        boolean fastmath,
        OptionalInt maxregs,
        List<Scratch> scratch,
        List<TensorMapDecl> tensorMaps,
        List<Launch> launches) {
    public Header {
        tunables = List.copyOf(tunables);
        consts = List.copyOf(consts);
        requires = List.copyOf(requires);
        scratch = List.copyOf(scratch);
        tensorMaps = List.copyOf(tensorMaps);
        launches = List.copyOf(launches);
    }
}
