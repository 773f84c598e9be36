package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Reads op.yaml field by field into an [Op]; what the fields say of each other is [OpCheck]'s.
final class OpReader {
    private final Fields top;
    private List<Symbol> symbols = List.of();
    private List<Attribute> attributes = List.of();
    private List<String> dtypeNames = List.of();

    private OpReader(Fields top) {
        this.top = top;
    }

    static Op read(String yaml) {
        var reader = new OpReader(Fields.of(Yaml.parse(yaml), ""));
        var op = reader.op();
        reader.top.done();
        return op;
    }

    private Op op() {
        var dtypes = top.items("dtypes", OpReader::combination);
        if (dtypes.isEmpty()) throw Fields.error("dtypes", "at least one combination is needed, as in [{T: f32}]");
        dtypeNames = List.copyOf(dtypes.getFirst().keySet());
        symbols = List.copyOf(top.map("symbols", OpReader::symbol).values());
        attributes = List.copyOf(top.map("attributes", OpReader::attribute).values());
        return new Op(
                top.text("op"),
                top.optionalText("doc").orElse(""),
                top.optionalText("torch").orElse(""),
                dtypes,
                symbols,
                let(top.fields("let")),
                top.exprs("where"),
                attributes,
                List.copyOf(top.map("inputs", OpReader::input).values()),
                outputs(),
                top.expr("read"),
                top.expr("write"),
                top.expr("flops"),
                top.optionalExpr("floor_read"),
                reference(),
                List.copyOf(top.map("tolerance", OpReader::tolerance).values()),
                top.items("inputs_extra", OpReader::extra),
                top.map("presets", this::preset));
    }

    private static Map<String, DType> combination(Yaml yaml, String path) {
        var fields = Fields.of(yaml, path);
        Map<String, DType> dtypes = new LinkedHashMap<>();
        for (var name : fields.keys()) dtypes.put(name, dtype(fields, name));
        return dtypes;
    }

    private static DType dtype(Fields fields, String key) {
        return Fields.named(fields.at(key), () -> DType.of(fields.text(key)));
    }

    private static Symbol symbol(String name, Fields fields) {
        var collapse = fields.optionalText("collapse")
                .map(text -> choice(Symbol.Collapse.values(), text, fields.at("collapse")));
        var otherwise = fields.has("default") ? OptionalLong.of(fields.integer("default")) : OptionalLong.empty();
        fields.done();
        return new Symbol(name, collapse, otherwise);
    }

    private static <E extends Enum<E>> E choice(E[] values, String text, String path) {
        var labels = Arrays.stream(values)
                .map(v -> v.name().toLowerCase(Locale.ROOT))
                .toList();
        if (labels.contains(text)) return values[labels.indexOf(text)];
        throw Fields.error(
                path,
                "is one of %s, not '%s'.%s".formatted(String.join(", ", labels), text, Nearest.suffix(text, labels)));
    }

    private static Attribute attribute(String name, Fields fields) {
        var type = choice(Attribute.Type.values(), fields.text("type"), fields.at("type"));
        var values = fields.items("values", Fields::scalar);
        boolean draw = fields.flag("draw", false);
        if (!draw) fields.required("default");
        var attribute = new Attribute(name, type, Optional.empty(), values, draw);
        var otherwise = fields.optionalText("default")
                .map(text -> Fields.named(fields.at("default"), () -> defaultValue(attribute, text)));
        fields.done();
        return new Attribute(name, type, otherwise, values, draw);
    }

    /// A float's or an int's default may be an expression of the symbols; the others are read as they stand.
    private static Expr defaultValue(Attribute attribute, String text) {
        return switch (attribute.type()) {
            case FLOAT -> Expr.parseReal(text);
            case INT -> Expr.parse(text);
            case BOOL, ENUM, U64 -> Expr.parse(String.valueOf(attribute.read(text)));
        };
    }

    private static Map<String, Expr> let(Fields fields) {
        Map<String, Expr> let = new LinkedHashMap<>();
        for (var name : fields.keys()) let.put(name, fields.expr(name));
        return let;
    }

    private static InputDecl input(String name, Fields fields) {
        boolean anyStrides = fields.optionalText("strides").isPresent();
        if (anyStrides && !fields.text("strides").equals("any"))
            throw Fields.error(
                    fields.at("strides"), "is 'any' or left out, not '%s'".formatted(fields.text("strides")));
        var input = new InputDecl(
                name,
                fields.text("dtype"),
                shape(fields),
                fields.flag("optional", false),
                anyStrides,
                range(fields),
                fields.flag("positive", false),
                fields.flag("nonzero", false),
                fields.flag("finite", true));
        fields.done();
        return input;
    }

    private static List<Expr> shape(Fields fields) {
        fields.required("shape");
        var shape = fields.exprs("shape");
        if (shape.isEmpty()) throw Fields.error(fields.at("shape"), "at least one dimension is needed");
        return shape;
    }

    private static Optional<InputDecl.Bounds> range(Fields fields) {
        if (!fields.has("range")) return Optional.empty();
        var ends = fields.items("range", (item, at) -> Fields.named(at, () -> Expr.parseReal(Fields.scalar(item, at))));
        if (ends.size() != 2) throw Fields.error(fields.at("range"), "two numbers are needed, as in [0, 1]");
        return Optional.of(new InputDecl.Bounds(ends.get(0), ends.get(1)));
    }

    private List<OutputDecl> outputs() {
        List<OutputDecl> outputs =
                new ArrayList<>(top.map("outputs", OpReader::output).values());
        var judge = top.fields("judge");
        outputs.replaceAll(o -> judge.has(o.name()) ? judged(o, judge) : o);
        judge.done();
        return outputs;
    }

    /// `judge: {y: exact}` is another way to write the flag at the output.
    private static OutputDecl judged(OutputDecl output, Fields judge) {
        return switch (judge.text(output.name())) {
            case "exact" -> output.judgedExactly();
            case "witness" -> output.judgedByWitness();
            default ->
                throw Fields.error(
                        judge.at(output.name()), "is exact or witness, not '%s'".formatted(judge.text(output.name())));
        };
    }

    private static OutputDecl output(String name, Fields fields) {
        var output = new OutputDecl(
                name,
                fields.text("dtype"),
                shape(fields),
                fields.exprs("norm"),
                fields.flag("exact", false),
                fields.flag("mag", false),
                fields.flag("witness", false),
                fields.optionalReal("coins"),
                fields.optionalText("inplace"));
        fields.done();
        return output;
    }

    private ReferenceSpec reference() {
        top.required("reference");
        var fields = top.fields("reference");
        var sample = fields.has("sample") ? OptionalLong.of(fields.integer("sample")) : OptionalLong.empty();
        var reference = new ReferenceSpec(
                fields.expr("units"), fields.flag("team", false), fields.optionalExpr("scratch"), sample);
        fields.done();
        return reference;
    }

    private static ToleranceOverride tolerance(String key, Fields fields) {
        Map<String, DType> when = new LinkedHashMap<>();
        for (var part : key.split(",", -1)) {
            var sides = part.strip().split("=", -1);
            if (sides.length != 2) throw Fields.error(fields.path(), "the key names dtypes, as in T=f32");
            when.put(sides[0].strip(), Fields.named(fields.path(), () -> DType.of(sides[1].strip())));
        }
        var override = new ToleranceOverride(when, optional(fields, "abs"), optional(fields, "rel"));
        fields.done();
        return override;
    }

    private static OptionalDouble optional(Fields fields, String key) {
        if (!fields.has(key)) return OptionalDouble.empty();
        double value = fields.number(key);
        if (value < 0) throw Fields.error(fields.at(key), "is at least 0, not " + value);
        return OptionalDouble.of(value);
    }

    private static ExtraInput extra(Yaml yaml, String path) {
        var fields = Fields.of(yaml, path);
        var name = fields.text("name");
        Map<String, Distribution> inputs = new LinkedHashMap<>();
        for (var key : fields.keys()) if (!key.equals("name")) inputs.put(key, distribution(fields.fields(key)));
        return new ExtraInput(name, inputs);
    }

    private static Distribution distribution(Fields fields) {
        var distribution = switch (fields.text("dist")) {
            case "uniform" -> new Distribution.Uniform(fields.number("lo"), fields.number("hi"));
            case "normal" -> new Distribution.Normal(fields.number("mean"), fields.number("std"));
            case "constant" -> new Distribution.Constant(fields.number("value"));
            default ->
                throw Fields.error(
                        fields.at("dist"),
                        "is one of uniform, normal, constant, not '%s'".formatted(fields.text("dist")));
        };
        fields.done();
        return distribution;
    }

    private Preset preset(String name, Fields fields) {
        Map<String, Long> sizes = new LinkedHashMap<>();
        for (var symbol : symbols)
            if (fields.has(symbol.name()) || symbol.defaultValue().isEmpty())
                sizes.put(symbol.name(), fields.integer(symbol.name()));
            else sizes.put(symbol.name(), symbol.defaultValue().getAsLong());
        Map<String, DType> dtypes = new LinkedHashMap<>();
        for (var variable : dtypeNames) dtypes.put(variable, dtype(fields, variable));
        Map<String, Number> given = new LinkedHashMap<>();
        for (var attribute : attributes)
            if (fields.has(attribute.name()))
                given.put(
                        attribute.name(),
                        Fields.named(fields.at(attribute.name()), () -> attribute.read(fields.text(attribute.name()))));
        var strides = fields.fields("strides");
        Map<String, List<Expr>> byInput = new LinkedHashMap<>();
        for (var input : strides.keys()) byInput.put(input, strides.exprs(input));
        var preset = new Preset(name, sizes, dtypes, byInput, fields.text("from"), given);
        fields.done();
        return preset;
    }
}
