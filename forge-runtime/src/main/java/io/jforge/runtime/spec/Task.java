package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// An op with concrete sizes, dtypes and attributes on one target; it is the scope of the op's and its sources'
/// formulas.
///
/// `strides` holds those of `strides: any` inputs that are not row-major, `present` the optional inputs there
/// are.
public record Task(
        Op op,
        Map<String, Long> symbols,
        Map<String, DType> dtypes,
        Map<String, Number> attributes,
        Target target,
        Map<String, List<Expr>> strides,
        Set<String> present)
        implements Scope {
    /// Attributes that are not given have their defaults; a [SpecException] says what does not fit together.
    public Task(
            Op op,
            Map<String, Long> symbols,
            Map<String, DType> dtypes,
            Map<String, Number> attributes,
            Target target,
            Map<String, List<Expr>> strides,
            Set<String> present) {
        this.op = op;
        this.symbols = inOrder(op, symbols);
        this.dtypes = Ordered.copy(dtypes);
        this.attributes = completed(op, symbols, attributes);
        this.target = target;
        this.strides = Ordered.copy(strides);
        this.present = Set.copyOf(present);
        check();
    }

    /// The task that `--shape` and `--dtype` describe; either may be null.
    ///
    /// A shape is `4096x1024`, `rows=4096,cols=1024` or a preset's name; null takes the first preset that has
    /// the dtype.
    public static Task of(Op op, String shape, String dtype, Target target) {
        if (shape == null && op.presets().isEmpty())
            throw new SpecException("%s has no presets: give a shape, %s".formatted(op.name(), op.shapeUsage()));
        var preset = Optional.ofNullable(
                shape == null ? firstPreset(op, dtype) : op.presets().get(shape.strip()));
        var sizes = preset.map(Sizes::of).orElseGet(() -> Sizes.parse(op, shape));
        var preferred = preset.map(Preset::dtypes).orElse(op.dtypes().getFirst());
        var dtypes = dtype == null ? preferred : Combination.parse(op, dtype, preferred);
        var present = Set.copyOf(op.usualInputs());
        return new Task(op, sizes.symbols(), dtypes, sizes.attributes(), target, sizes.strides(), present);
    }

    private static Preset firstPreset(Op op, String dtype) {
        var presets = op.presets().values();
        var fitting = dtype == null ? op.dtypes() : Combination.fitting(op, dtype);
        return presets.stream()
                .filter(p -> fitting.contains(p.dtypes()))
                .findFirst()
                .orElseGet(() -> presets.iterator().next());
    }

    /// The same op with these sizes instead; the other symbols keep theirs.
    public Task withSymbols(Map<String, Long> sizes) {
        Map<String, Long> merged = new LinkedHashMap<>(symbols);
        for (var name : sizes.keySet()) if (op.symbol(name).isEmpty()) throw Sizes.unknown(op, name);
        merged.putAll(sizes);
        Map<String, Number> given = new LinkedHashMap<>(attributes);
        for (var attribute : op.attributes()) given.remove(attribute.name(), attribute.usual(symbols));
        return new Task(op, merged, dtypes, given, target, strides, present);
    }

    /// The same task with these attributes instead, as for those that are drawn afresh.
    public Task withAttributes(Map<String, Number> values) {
        Map<String, Number> merged = new LinkedHashMap<>(attributes);
        merged.putAll(values);
        return new Task(op, symbols, dtypes, merged, target, strides, present);
    }

    /// The same task with exactly these optional inputs present.
    public Task withOptional(Set<String> inputs) {
        return new Task(op, symbols, dtypes, attributes, target, strides, inputs);
    }

    /// As the op declares them, since that is the order in which its reference takes them.
    private static Map<String, Long> inOrder(Op op, Map<String, Long> given) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (var symbol : op.symbols())
            if (given.containsKey(symbol.name())) all.put(symbol.name(), given.get(symbol.name()));
        for (var name : given.keySet()) if (!all.containsKey(name)) throw Sizes.unknown(op, name);
        return Ordered.copy(all);
    }

    private static Map<String, Number> completed(Op op, Map<String, Long> symbols, Map<String, Number> given) {
        Map<String, Number> all = new LinkedHashMap<>();
        for (var attribute : op.attributes()) {
            var value = given.get(attribute.name());
            all.put(attribute.name(), value != null ? value : attribute.usual(symbols));
        }
        return Ordered.copy(all);
    }

    private void check() {
        for (var symbol : op.symbols())
            if (!symbols.containsKey(symbol.name()))
                throw new SpecException("%s needs a size for %s".formatted(op.name(), symbol.name()));
        symbols.forEach(Sizes::atLeastOne);
        if (!op.dtypes().contains(dtypes))
            throw new SpecException(
                    "%s is not for %s".formatted(op.name(), dtypes.isEmpty() ? "no dtype" : Combination.label(dtypes)));
        for (var condition : op.where())
            if (!condition.holds(this))
                throw new SpecException("%s needs %s%s".formatted(op.name(), condition.text(), values(condition)));
        totalBytes();
    }

    private String values(Expr condition) {
        var values = condition.names().stream()
                .filter(n -> value(n).isPresent())
                .map(n -> n + " = " + value(n).getAsLong())
                .collect(Collectors.joining(", "));
        return values.isEmpty() ? "" : " (" + values + ")";
    }

    @Override
    public OptionalLong value(String name) {
        var symbol = symbols.get(name);
        if (symbol != null) return OptionalLong.of(symbol);
        var attribute = op.attribute(name).filter(Attribute::isWhole).map(a -> attributes.get(a.name()));
        if (attribute.isPresent()) return OptionalLong.of(attribute.get().longValue());
        return op.let().containsKey(name) ? OptionalLong.of(derived(name)) : target.value(name);
    }

    /// Works through `let` in order, so that each of its names is evaluated once.
    private long derived(String name) {
        Map<String, Long> known = new HashMap<>();
        var scope = new Layer(this, known);
        for (var let : op.let().entrySet()) {
            known.put(let.getKey(), let.getValue().eval(scope));
            if (let.getKey().equals(name)) break;
        }
        return known.get(name);
    }

    @Override
    public OptionalDouble real(String name) {
        return op.attribute(name)
                .filter(a -> a.type() == Attribute.Type.FLOAT && attributes.containsKey(name))
                .map(a -> OptionalDouble.of(attributes.get(name).doubleValue()))
                .orElse(OptionalDouble.empty());
    }

    @Override
    public Optional<DType> dtype(String name) {
        return Optional.ofNullable(dtypes.get(name));
    }

    @Override
    public Collection<String> names() {
        Set<String> names = new LinkedHashSet<>(op.numberNames());
        names.addAll(Target.NAMES);
        return names;
    }

    @Override
    public Optional<TensorSpec> tensor(String name) {
        return op.input(name).map(this::spec).or(() -> op.output(name).map(this::spec));
    }

    /// All declared inputs in order, absent optional ones too (`present` is false).
    public List<TensorSpec> inputs() {
        return op.inputs().stream().map(this::spec).toList();
    }

    public List<TensorSpec> outputs() {
        return op.outputs().stream().map(this::spec).toList();
    }

    private TensorSpec spec(InputDecl input) {
        return Fields.named(input.name(), () -> {
            var type = resolve(input.dtype());
            var dims = evaluated(input.shape());
            var given = strides.get(input.name());
            var spec = given == null
                    ? TensorSpec.contiguous(input.name(), type, dims)
                    : new TensorSpec(input.name(), type, dims, evaluated(given), true);
            return input.optional() && !present.contains(input.name()) ? spec.absent() : spec;
        });
    }

    private TensorSpec spec(OutputDecl output) {
        return Fields.named(
                output.name(),
                () -> TensorSpec.contiguous(output.name(), resolve(output.dtype()), evaluated(output.shape())));
    }

    private List<Long> evaluated(List<Expr> exprs) {
        return exprs.stream().map(e -> e.eval(this)).toList();
    }

    private DType resolve(String name) {
        var variable = dtypes.get(name);
        return variable != null ? variable : DType.of(name);
    }

    /// The values an input may hold, where the op bounds them.
    public Optional<Range> range(String input) {
        return op.input(input)
                .flatMap(InputDecl::range)
                .map(r ->
                        Fields.named(input + ".range", () -> new Range(r.lo().evalReal(this), r.hi().evalReal(this))));
    }

    public long readBytes() {
        return work("read", op.read());
    }

    public long writeBytes() {
        return work("write", op.write());
    }

    /// The bytes that no implementation can avoid reading.
    public long floorReadBytes() {
        return op.floorRead().map(e -> work("floor_read", e)).orElseGet(this::readBytes);
    }

    public double flops() {
        return work("flops", op.flops());
    }

    private long work(String field, Expr formula) {
        return Fields.named(op.name() + "." + field, () -> formula.eval(this));
    }

    /// The bytes of all tensors that are there; an output in place takes none of its own.
    public long totalBytes() {
        List<TensorSpec> tensors = new ArrayList<>(inputs());
        for (var output : op.outputs()) if (output.inplace().isEmpty()) tensors.add(spec(output));
        try {
            return tensors.stream()
                    .filter(TensorSpec::present)
                    .mapToLong(TensorSpec::bytes)
                    .reduce(0, Math::addExact);
        } catch (ArithmeticException e) {
            throw new SpecException(
                    "%s is too large: its tensors are more bytes than 64 bits can count".formatted(label()));
        }
    }

    /// The default tolerance with what the op changes of it for these dtypes.
    public Tolerance tolerance(Tolerance defaults) {
        var tolerance = defaults;
        for (var override : op.tolerance()) if (override.applies(dtypes)) tolerance = override.over(tolerance);
        return tolerance;
    }

    /// The sizes as `--shape` takes them, as in `4096x1024`.
    public String shape() {
        return op.shapeText(symbols);
    }

    /// The distinct dtypes, as in `f32` or `bf16/i64`.
    public String dtypeLabel() {
        return Combination.label(dtypes);
    }

    /// As in `softmax 4096x1024 f32`.
    public String label() {
        return "%s %s %s".formatted(op.name(), shape(), dtypeLabel());
    }
}
