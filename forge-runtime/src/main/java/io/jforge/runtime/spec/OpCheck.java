package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Checks what the fields of an [Op] say of each other: every name is known and unique, every preset fits.
final class OpCheck {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern PRESET = Pattern.compile("[A-Za-z_][A-Za-z0-9_.+-]*");

    private final Op op;
    private final List<String> numbers = new ArrayList<>();
    private final List<String> reals = new ArrayList<>();

    private OpCheck(Op op) {
        this.op = op;
    }

    static void check(Op op) {
        var check = new OpCheck(op);
        check.names();
        check.combinations();
        check.numbers();
        check.tensors();
        check.formulas();
        check.presets();
    }

    private void names() {
        Map<String, String> seen = new HashMap<>();
        if (!NAME.matcher(op.name()).matches()) throw Fields.error("op", "'%s' is not a name".formatted(op.name()));
        op.dtypeNames().forEach(n -> unique(seen, n, "dtypes"));
        op.symbols().forEach(s -> unique(seen, s.name(), "symbols"));
        op.let().keySet().forEach(n -> unique(seen, n, "let"));
        op.attributes().forEach(a -> unique(seen, a.name(), "attributes"));
        op.inputs().forEach(i -> unique(seen, i.name(), "inputs"));
        op.outputs().forEach(o -> unique(seen, o.name(), "outputs"));
    }

    private static void unique(Map<String, String> seen, String name, String field) {
        var path = field + "." + name;
        if (!NAME.matcher(name).matches()) throw Fields.error(path, "is not a name: letters, digits and '_' make one");
        boolean taken = name.equals("from")
                || name.equals("strides")
                || DType.find(name).isPresent()
                || Target.NAMES.contains(name)
                || Function.find(name).isPresent()
                || TensorQuery.find(name).isPresent();
        if (taken) throw Fields.error(path, "the name means something else in expressions");
        var other = seen.put(name, field);
        if (other != null) throw Fields.error(path, "the name is taken in " + other);
    }

    private void combinations() {
        for (int i = 0; i < op.dtypes().size(); i++) {
            var names = op.dtypes().get(i).keySet();
            if (names.isEmpty() || !List.copyOf(names).equals(op.dtypeNames()))
                throw Fields.error(
                        "dtypes[%d]".formatted(i), "every combination names the same variables, in the same order");
        }
        if (op.symbols().isEmpty()) throw Fields.error("symbols", "at least one is needed");
        if (op.outputs().isEmpty()) throw Fields.error("outputs", "at least one is needed");
    }

    /// Symbols, then the attributes' defaults, then `let` in order: each may name only what came before.
    private void numbers() {
        if (op.symbols().stream().filter(s -> s.collapse().isPresent()).count() > 1)
            throw Fields.error("symbols", "only one may collapse");
        for (var symbol : op.symbols()) {
            if (symbol.defaultValue().orElse(1) < 1)
                throw Fields.error("symbols." + symbol.name() + ".default", "is at least 1");
            numbers.add(symbol.name());
        }
        for (var attribute : op.attributes()) {
            if (attribute.type() == Attribute.Type.ENUM && attribute.values().isEmpty())
                throw Fields.error("attributes." + attribute.name() + ".values", "is missing: list what it may be");
            var path = "attributes." + attribute.name() + ".default";
            attribute.defaultValue().ifPresent(d -> check(path, d, numbers, List.of()));
        }
        op.attributes().stream().filter(Attribute::isWhole).forEach(a -> numbers.add(a.name()));
        op.let().forEach((name, expr) -> {
            known("let." + name, expr, false);
            numbers.add(name);
        });
        reals.addAll(numbers);
        op.attributes().stream().filter(a -> a.type() == Attribute.Type.FLOAT).forEach(a -> reals.add(a.name()));
    }

    private void known(String path, Expr expr, boolean tensors) {
        List<String> names = new ArrayList<>(numbers);
        names.addAll(op.dtypeNames());
        check(path, expr, names, tensors ? op.tensorNames() : List.of());
    }

    private static void check(String path, Expr expr, List<String> names, List<String> tensors) {
        Fields.named(path, () -> {
            expr.check(names, tensors);
            return path;
        });
    }

    private void tensors() {
        for (var input : op.inputs()) {
            var path = "inputs." + input.name();
            tensor(path, input.dtype(), input.shape());
            input.range().ifPresent(r -> {
                check(path + ".range[0]", r.lo(), reals, List.of());
                check(path + ".range[1]", r.hi(), reals, List.of());
            });
        }
        for (var output : op.outputs()) {
            var path = "outputs." + output.name();
            tensor(path, output.dtype(), output.shape());
            output.coins().ifPresent(c -> check(path + ".coins", c, reals, List.of()));
            for (var axis : output.norm())
                if (!output.shape().contains(axis))
                    throw Fields.error(path + ".norm", "'%s' is not in the shape".formatted(axis.text()));
            output.inplace().ifPresent(name -> inplace(path + ".inplace", output, name));
        }
    }

    private void tensor(String path, String dtype, List<Expr> shape) {
        if (!op.dtypeNames().contains(dtype) && DType.find(dtype).isEmpty())
            throw Fields.error(
                    path + ".dtype",
                    "'%s' is not a dtype and not a variable of dtypes (%s).%s"
                            .formatted(
                                    dtype, String.join(", ", op.dtypeNames()), Nearest.suffix(dtype, DType.labels())));
        for (int i = 0; i < shape.size(); i++) known("%s.shape[%d]".formatted(path, i), shape.get(i), false);
    }

    private void inplace(String path, OutputDecl output, String name) {
        var input = op.input(name)
                .orElseThrow(() -> Fields.error(
                        path,
                        "'%s' is not an input.%s"
                                .formatted(
                                        name,
                                        Nearest.suffix(
                                                name,
                                                op.inputs().stream()
                                                        .map(InputDecl::name)
                                                        .toList()))));
        if (!input.shape().equals(output.shape()) || !input.dtype().equals(output.dtype()))
            throw Fields.error(path, "%s must have the output's shape and dtype".formatted(name));
    }

    private void formulas() {
        for (int i = 0; i < op.where().size(); i++)
            known("where[%d]".formatted(i), op.where().get(i), true);
        known("read", op.read(), true);
        known("write", op.write(), true);
        known("flops", op.flops(), true);
        op.floorRead().ifPresent(e -> known("floor_read", e, true));
        known("reference.units", op.reference().units(), true);
        op.reference().scratch().ifPresent(e -> known("reference.scratch", e, true));
        if (op.reference().sample().orElse(1) < 1) throw Fields.error("reference.sample", "is at least 1");
        for (var override : op.tolerance())
            for (var name : override.when().keySet())
                if (!op.dtypeNames().contains(name))
                    throw Fields.error("tolerance", "'%s' is not a dtype variable".formatted(name));
        var inputs = op.inputs().stream().map(InputDecl::name).toList();
        for (var extra : op.inputsExtra())
            for (var name : extra.inputs().keySet())
                if (!inputs.contains(name))
                    throw Fields.error(
                            "inputs_extra." + extra.name(),
                            "'%s' is not an input.%s".formatted(name, Nearest.suffix(name, inputs)));
    }

    private void presets() {
        for (var preset : op.presets().values()) {
            var path = "presets." + preset.name();
            if (!PRESET.matcher(preset.name()).matches())
                throw Fields.error(path, "a preset's name begins with a letter and holds letters, digits and . _ + -");
            preset.symbols().forEach((name, value) -> {
                if (value < 1) throw Fields.error(path + "." + name, "is at least 1, not " + value);
            });
            if (!op.dtypes().contains(preset.dtypes()))
                throw Fields.error(path, "its dtypes are not a listed combination");
            preset.strides().forEach((name, strides) -> strides(path + ".strides." + name, op.input(name), strides));
        }
    }

    private void strides(String path, Optional<InputDecl> input, List<Expr> strides) {
        if (input.isEmpty() || !input.get().anyStrides())
            throw Fields.error(path, "only an input with 'strides: any' has strides");
        if (strides.size() != input.get().shape().size())
            throw Fields.error(
                    path,
                    "%d strides are needed, got %d"
                            .formatted(input.get().shape().size(), strides.size()));
        strides.forEach(s -> known(path, s, false));
    }
}
