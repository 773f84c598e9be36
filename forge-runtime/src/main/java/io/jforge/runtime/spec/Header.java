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
    /// Of a text that declares nothing.
    static final Header NONE = new Header(
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            false,
            OptionalInt.empty(),
            List.of(),
            List.of(),
            List.of());

    public Header {
        tunables = List.copyOf(tunables);
        consts = List.copyOf(consts);
        requires = List.copyOf(requires);
        scratch = List.copyOf(scratch);
        tensorMaps = List.copyOf(tensorMaps);
        launches = List.copyOf(launches);
    }
}
