package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Attribute;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Expr;
import io.jforge.runtime.spec.InputDecl;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.OutputDecl;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import io.jforge.runtime.spec.Tolerance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// A task and its machine in words: what of a system prompt is not the same for every run.
final class TaskWords {
    private final Brief brief;
    private final Task task;
    private final Language language;

    TaskWords(Brief brief) {
        this.brief = brief;
        this.task = brief.task();
        this.language = task.target().language();
    }

    /// For system.mustache.
    Map<String, Object> words(List<String> hints) {
        var op = task.op();
        var words = new LinkedHashMap<String, Object>();
        words.put("op", op.name());
        words.put("doc", op.doc());
        words.put("language", language.label());
        words.put("fence", language.label());
        words.put("cuda", language == Language.CUDA);
        words.put("tensors", tensors());
        words.put("attributes", op.attributes().stream().map(this::attribute).toList());
        words.put("names", names());
        if (!op.where().isEmpty()) words.put("conditions", joined(op.where()));
        words.put("work", work());
        words.put("tolerances", op.outputs().stream().map(this::tolerance).toList());
        words.put("team", op.reference().team());
        words.put("units", op.reference().units().text());
        words.put("reference", brief.reference().strip());
        words.put("machine", machine());
        words.put("facts", facts());
        words.put("hints", hints);
        words.put("sm90", task.target().isa().matches("sm_(9\\d|1\\d\\d).*"));
        return words;
    }

    private List<Map<String, String>> tensors() {
        var all = new ArrayList<Map<String, String>>();
        for (int i = 0; i < task.inputs().size(); i++)
            all.add(input(task.op().inputs().get(i), task.inputs().get(i)));
        for (int i = 0; i < task.outputs().size(); i++)
            all.add(output(task.op().outputs().get(i), task.outputs().get(i)));
        return all;
    }

    private Map<String, String> input(InputDecl declared, TensorSpec tensor) {
        var note = new StringBuilder();
        if (!tensor.present()) note.append("; optional, and absent here: a null pointer, and has() is 0");
        if (!tensor.isContiguous()) note.append("; its strides are ").append(tensor.strides());
        else if (declared.anyStrides())
            note.append("; row by row without gaps here: `require` of its strides what you rely on");
        task.range(declared.name())
                .ifPresent(range -> note.append(
                        "; values from %s to %s".formatted(Words.number(range.lo()), Words.number(range.hi()))));
        return tensor("input", "const %s *".formatted(type(tensor.dtype())), declared.shape(), tensor, note);
    }

    private Map<String, String> output(OutputDecl declared, TensorSpec tensor) {
        var note = new StringBuilder();
        declared.inplace()
                .ifPresent(input -> note.append("; in the same memory as ").append(input));
        return tensor("output", "%s *".formatted(type(tensor.dtype())), declared.shape(), tensor, note);
    }

    private static Map<String, String> tensor(
            String role, String type, List<Expr> shape, TensorSpec tensor, StringBuilder note) {
        return Map.of(
                "name",
                tensor.name(),
                "role",
                role,
                "dtype",
                tensor.dtype().label(),
                "type",
                type,
                "shape",
                joined(shape),
                "sizes",
                tensor.dims().stream().map(String::valueOf).collect(Collectors.joining(" x ")),
                "note",
                note.toString());
    }

    private static String joined(List<Expr> exprs) {
        return exprs.stream().map(Expr::text).collect(Collectors.joining(", "));
    }

    /// What an element is called in a source.
    private String type(DType dtype) {
        return switch (dtype) {
            case F32 -> "float";
            case F64 -> "double";
            case F16 -> language == Language.CUDA ? "forge::f16" : "_Float16";
            case BF16 -> language == Language.CUDA ? "forge::bf16" : "unsigned short";
            case I64 -> "long long";
            case U64 -> "unsigned long long";
            case I32 -> "int";
            case U32 -> "unsigned";
            case I8 -> "signed char";
            case U8, B8, E4M3, E5M2 -> "unsigned char";
        };
    }

    private Map<String, String> attribute(Attribute attribute) {
        var value = task.attributes().get(attribute.name());
        return Map.of(
                "name",
                attribute.name(),
                "kind",
                attribute.type().label(),
                "value",
                attribute.type() == Attribute.Type.ENUM
                        ? "%s (%s)".formatted(value, attribute.values().get(value.intValue()))
                        : Words.number(value.doubleValue()),
                "note",
                attribute.draw() ? "; another for each run" : "");
    }

    private String names() {
        var names = new ArrayList<String>();
        task.symbols().forEach((name, size) -> names.add("`%s` = %d".formatted(name, size)));
        for (var name : task.op().let().keySet())
            task.value(name).ifPresent(value -> names.add("`%s` = %d".formatted(name, value)));
        return String.join(", ", names);
    }

    private String work() {
        var work = "reads %s, writes %s, %s operations"
                .formatted(Words.bytes(task.readBytes()), Words.bytes(task.writeBytes()), Words.count(task.flops()));
        if (Double.isNaN(brief.leastMicros())) return work;
        return "%s; at what this machine was measured to do at most that takes %s (the roofline), bound by %s"
                .formatted(work, Words.micros(brief.leastMicros()), brief.memoryBound() ? "memory" : "arithmetic");
    }

    private Map<String, String> tolerance(OutputDecl output) {
        return Map.of("name", output.name(), "allowed", allowed(output));
    }

    private String allowed(OutputDecl output) {
        var tensor = task.tensor(output.name()).orElseThrow();
        var tolerance = task.tolerance(Tolerance.usual(tensor.dtype()));
        if (output.exact() || tolerance.abs() == 0 && tolerance.rel() == 0) return "none";
        if (output.witness()) return "any that the reference takes for as good as its own (ties)";
        if (output.coins().isPresent()) return "none in the values; which are drawn is judged by statistics";
        var group = output.norm().isEmpty() ? "the tensor" : "all elements along " + joined(output.norm());
        return String.format(
                Locale.ROOT,
                "%.2g of the root mean square of %s, and %.2g of itself%s",
                tolerance.abs(),
                group,
                tolerance.rel(),
                output.mag() ? ", and what honest float sums of its terms round away" : "");
    }

    private String machine() {
        var target = task.target();
        if (target.kind().equals(Target.CPU))
            return "%s (%s): %d %s (`cores`), %s of last-level cache (`l2_bytes`)."
                    .formatted(
                            target.model(),
                            target.isa(),
                            target.cores(),
                            target.cores() == 1 ? "core" : "cores",
                            Words.room(target.lastLevelCacheBytes()));
        return "%s (%s): %d multiprocessors (`sm_count`), %s of shared memory a block (`smem_max`), %s of L2 cache (`l2_bytes`)."
                .formatted(
                        target.model(),
                        target.isa(),
                        target.cores(),
                        Words.room(task.value("smem_max").orElseThrow()),
                        Words.room(target.lastLevelCacheBytes()));
    }

    private List<Map<String, String>> facts() {
        var facts = new LinkedHashMap<>(brief.machine());
        facts.putIfAbsent("caches", "flushed before each timed call");
        return facts.entrySet().stream()
                .map(fact -> Map.of("name", fact.getKey(), "value", fact.getValue()))
                .toList();
    }
}
