package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A tensor operation to be computed: signature, work formulas, how it is judged, and shapes worth trying.
public record Op(
        String name,
        String doc,
        String torch,
        List<Map<String, DType>> dtypes,
        List<Symbol> symbols,
        Map<String, Expr> let,
        List<Expr> where,
        List<Attribute> attributes,
        List<InputDecl> inputs,
        List<OutputDecl> outputs,
        Expr read,
        Expr write,
        Expr flops,
        Optional<Expr> floorRead,
        ReferenceSpec reference,
        List<ToleranceOverride> tolerance,
        List<ExtraInput> inputsExtra,
        Map<String, Preset> presets) {
    public Op {
        dtypes = dtypes.stream().map(Ordered::copy).toList();
        symbols = List.copyOf(symbols);
        let = Ordered.copy(let);
        where = List.copyOf(where);
        attributes = List.copyOf(attributes);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        tolerance = List.copyOf(tolerance);
        inputsExtra = List.copyOf(inputsExtra);
        presets = Ordered.copy(presets);
    }

    /// Reads an op.yaml; a [SpecException] names the field's path on anything unknown, missing or
    /// contradictory.
    public static Op parse(String yaml) {
        var op = OpReader.read(yaml);
        OpCheck.check(op);
        return op;
    }

    public Optional<Symbol> symbol(String name) {
        return symbols.stream().filter(s -> s.name().equals(name)).findFirst();
    }

    public Optional<Attribute> attribute(String name) {
        return attributes.stream().filter(a -> a.name().equals(name)).findFirst();
    }

    public Optional<InputDecl> input(String name) {
        return inputs.stream().filter(i -> i.name().equals(name)).findFirst();
    }

    public Optional<OutputDecl> output(String name) {
        return outputs.stream().filter(o -> o.name().equals(name)).findFirst();
    }

    /// How a shape is written, as in `[batch x] m x n x k`; what stands in brackets may be left out.
    public String shapeUsage() {
        var usage = new StringBuilder();
        for (var symbol : symbols) {
            var join = usage.isEmpty() ? "" : " x ";
            if (symbol.defaultValue().isEmpty()) usage.append(join).append(symbol.name());
            else if (usage.isEmpty()) usage.append('[').append(symbol.name()).append(" x]");
            else usage.append(" [x ").append(symbol.name()).append(']');
        }
        return usage.toString().replace("x] x ", "x] ");
    }

    /// The shape of the first preset as a user would write it, as in `4096x1024`.
    public Optional<String> shapeExample() {
        return presets.values().stream().findFirst().map(p -> shapeText(p.symbols()));
    }

    /// Those sizes as `--shape` takes them, without symbols that have their default.
    String shapeText(Map<String, Long> sizes) {
        return symbols.stream()
                .filter(s -> s.defaultValue().isEmpty()
                        || s.defaultValue().getAsLong()
                                != sizes.getOrDefault(s.name(), s.defaultValue().getAsLong()))
                .map(s -> String.valueOf(sizes.get(s.name())))
                .collect(Collectors.joining("x"));
    }

    /// The optional inputs that the op's PyTorch expression names: a task has those unless told otherwise.
    public List<String> usualInputs() {
        List<String> usual = new ArrayList<>();
        for (var input : inputs)
            if (input.optional() && torch.matches("(?s).*\\b" + input.name() + "\\b.*")) usual.add(input.name());
        return usual;
    }

    List<String> tensorNames() {
        List<String> names =
                new ArrayList<>(inputs.stream().map(InputDecl::name).toList());
        outputs.forEach(o -> names.add(o.name()));
        return names;
    }

    /// The names of whole numbers in expressions of this op: symbols, `let` and attributes.
    List<String> numberNames() {
        List<String> names = new ArrayList<>(symbols.stream().map(Symbol::name).toList());
        names.addAll(let.keySet());
        attributes.stream().filter(Attribute::isWhole).forEach(a -> names.add(a.name()));
        return names;
    }

    List<String> dtypeNames() {
        return List.copyOf(dtypes.getFirst().keySet());
    }
}
