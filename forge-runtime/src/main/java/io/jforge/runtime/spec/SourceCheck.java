package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks a Source's header against the op it says it computes.
final class SourceCheck {
    private final Source source;
    private final Op op;
    private final List<String> numbers;
    private final List<String> tensors;

    private SourceCheck(Source source, Op op) {
        this.source = source;
        this.op = op;
        this.tensors = op.tensorNames();
        this.numbers = new ArrayList<>(op.numberNames());
        numbers.addAll(Target.NAMES);
        numbers.addAll(op.dtypeNames());
    }

    static void check(Source source, Op op) {
        if (!source.op().equals(op.name()))
            throw new SpecException("the source computes %s, not %s".formatted(source.op(), op.name()));
        var check = new SourceCheck(source, op);
        check.declarations();
        check.expressions();
        source.header().launches().forEach(check::launch);
    }

    private void declarations() {
        Set<String> taken = new HashSet<>(numbers);
        taken.addAll(tensors);
        op.attributes().forEach(a -> taken.add(a.name()));
        var header = source.header();
        for (var name : declared())
            if (taken.contains(name))
                throw new SpecException("the header declares %s, which %s has already".formatted(name, op.name()));
        header.tunables().forEach(t -> numbers.add(t.name()));
        header.consts().forEach(c -> numbers.add(c.name()));
    }

    private List<String> declared() {
        List<String> names = new ArrayList<>();
        source.header().tunables().forEach(t -> names.add(t.name()));
        source.header().consts().forEach(c -> names.add(c.name()));
        names.addAll(buffers());
        return names;
    }

    /// The names of what a launch may be given by reference besides tensors.
    private List<String> buffers() {
        List<String> names = new ArrayList<>();
        source.header().scratch().forEach(s -> names.add(s.name()));
        source.header().tensorMaps().forEach(m -> names.add(m.name()));
        return names;
    }

    private void expressions() {
        var header = source.header();
        header.consts().forEach(c -> known(c.value()));
        header.requires().forEach(this::known);
        header.scratch().forEach(s -> known(s.elements()));
        for (var map : header.tensorMaps()) {
            if (!tensors.contains(map.of())
                    && header.scratch().stream().noneMatch(s -> s.name().equals(map.of())))
                throw new SpecException("tensormap %s: unknown tensor '%s'.%s"
                        .formatted(map.name(), map.of(), Nearest.suffix(map.of(), tensors)));
            List.of(map.dims(), map.strides(), map.box()).forEach(list -> list.forEach(this::known));
            map.swizzle().ifPresent(this::known);
            map.l2().ifPresent(this::known);
        }
    }

    private void launch(Launch launch) {
        List.of(launch.grid(), launch.block(), launch.cluster()).forEach(list -> list.forEach(this::known));
        List.of(launch.shared(), launch.threads(), launch.when())
                .forEach((Optional<Expr> clause) -> clause.ifPresent(this::known));
        for (var arg : launch.args())
            switch (arg) {
                case Arg.Named(var name) -> named(name);
                case Arg.Scalar(var type, var value) -> {
                    if (isFloat(type)) value.check(withFloats(), tensors);
                    else known(value);
                }
            }
    }

    private void named(Expr name) {
        var text = name.text();
        boolean found = tensors.contains(text)
                || buffers().contains(text)
                || op.attribute(text).isPresent()
                || (numbers.contains(text) && !op.dtypeNames().contains(text));
        if (found) return;
        List<String> known = new ArrayList<>(numbers);
        known.addAll(tensors);
        known.addAll(buffers());
        throw name.place().error("unknown name '%s'.%s".formatted(text, Nearest.suffix(text, known)));
    }

    static boolean isFloat(ScalarType type) {
        return type == ScalarType.F32 || type == ScalarType.F64;
    }

    private List<String> withFloats() {
        List<String> names = new ArrayList<>(numbers);
        op.attributes().stream().filter(a -> a.type() == Attribute.Type.FLOAT).forEach(a -> names.add(a.name()));
        return names;
    }

    private void known(Expr expr) {
        expr.check(numbers, tensors);
    }
}
