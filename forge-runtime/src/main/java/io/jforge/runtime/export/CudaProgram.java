package io.jforge.runtime.export;

import com.samskivert.mustache.Mustache;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.spec.Arch;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.verify.Yardstick;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One self-contained CUDA program: a candidate as it was tried, inputs, reference, comparison, clock, main.
///
/// It compiles with nvcc alone and needs no library beyond the CUDA runtime.
public final class CudaProgram {
    private static final Mustache.Compiler MUSTACHE = Mustache.compiler().escapeHTML(false);
    private static final Pattern MACRO = Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)");

    private final Task task;
    private final Candidate candidate;
    private final LaunchPlan plan;
    private final Yardstick yardstick;
    private final Set<String> maps;

    /// @throws SpecException if such a program cannot be written of it
    public CudaProgram(Task task, Candidate candidate) {
        requireExportable(task, candidate);
        this.task = task;
        this.candidate = candidate;
        this.plan = candidate.plan(task);
        this.yardstick = new Yardstick(task);
        this.maps = plan.tensorMaps().stream().map(map -> map.name()).collect(Collectors.toSet());
    }

    private static void requireExportable(Task task, Candidate candidate) {
        if (candidate.source().language() != Language.CUDA)
            throw new SpecException("only a CUDA source becomes a .cu file; this one is %s for the processor"
                    .formatted(candidate.source().language().label()));
        for (var output : task.op().outputs())
            if (output.witness()
                    || output.coins().isPresent()
                    || output.inplace().isPresent())
                throw new SpecException("%s of %s is judged in a way that an exported program does not know yet"
                        .formatted(output.name(), task.op().name()));
        Stream.concat(task.inputs().stream(), task.outputs().stream())
                .filter(tensor -> tensor.dtype() == DType.E4M3 || tensor.dtype() == DType.E5M2)
                .findFirst()
                .ifPresent(tensor -> {
                    throw new SpecException("%s is %s, which an exported program does not fill or check yet"
                            .formatted(tensor.name(), tensor.dtype().label()));
                });
    }

    /// The program's text.
    ///
    /// @param reference the op's reference.c
    /// @param file its name, which ends in `.cu`
    public String text(String reference, Provenance origin, String file) {
        var all = new HashMap<String, Object>();
        head(all, origin, file);
        parts(all, reference);
        buffers(all);
        launches(all);
        checks(all);
        return MUSTACHE.compile(Resources.text("/export/program.cu.mustache")).execute(all);
    }

    private void head(Map<String, Object> all, Provenance origin, String file) {
        int width =
                origin.facts().keySet().stream().mapToInt(String::length).max().orElse(0);
        all.put("title", Cpp.comment(task.label() + ": " + origin.title()));
        all.put("task", task.label());
        all.put("origin", Cpp.comment(origin.trial()));
        all.put("program", Cpp.comment(quoted(stem(file))));
        all.put(
                "facts",
                origin.facts().entrySet().stream()
                        .map(fact -> Map.of(
                                "name", ("%-" + width + "s").formatted(fact.getKey()),
                                "text", Cpp.comment(fact.getValue())))
                        .toList());
        all.put("compile", Cpp.comment(compile(origin, file)));
        all.put("entries", String.join("|", new LinkedHashSet<>(entries())));
        all.put("launchCount", plan.launches().size());
    }

    /// The command that compiles it where the file is.
    public String compile(Provenance origin, String file) {
        return options(origin, file).stream().map(CudaProgram::quoted).collect(Collectors.joining(" ", "nvcc ", ""));
    }

    /// What nvcc is given: the program gets the file's name without its ending.
    public List<String> options(Provenance origin, String file) {
        var header = candidate.source().header();
        var arch = header.arch().filter(Arch::exact).map(Arch::name).orElse(origin.architecture());
        var code = "arch=%s,code=%s".formatted(arch.replace("sm_", "compute_"), arch);
        var options = new ArrayList<>(List.of("-std=c++17", "-O3", "-lineinfo", "-gencode", code));
        if (header.fastmath()) options.add("--use_fast_math");
        header.maxregs().ifPresent(count -> options.add("-maxrregcount=" + count));
        options.addAll(List.of("-o", stem(file), file));
        return options;
    }

    /// The functions that a run of the source launches, in order.
    public List<String> entries() {
        return plan.launches().stream().map(PlannedLaunch::entry).toList();
    }

    private static String stem(String file) {
        return file.substring(0, file.length() - ".cu".length());
    }

    /// As a shell takes it for one word.
    private static String quoted(String word) {
        return word.matches("[\\w.+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private void parts(Map<String, Object> all, String reference) {
        var source = candidate.source().text();
        var macros = new LinkedHashSet<>(plan.defines().keySet());
        MACRO.matcher(source).results().forEach(found -> macros.add(found.group(1)));
        all.put("macros", macros);
        all.put(
                "defines",
                plan.defines().entrySet().stream()
                        .map(define -> Map.of("name", define.getKey(), "value", define.getValue()))
                        .toList());
        all.put("prelude", Resources.text("/prelude/forge.cuh"));
        all.put("source", source.endsWith("\n") ? source : source + "\n");
        all.put("reference", yardstick.referenceText(reference));
        for (var part : List.of("inputs", "flush", "judge")) all.put(part, Resources.text("/host/" + part + ".cu"));
        all.put("tools", Resources.text("/export/tools.cu"));
        all.put("hasMaps", !maps.isEmpty());
        all.put("mapTools", maps.isEmpty() ? "" : Resources.text("/export/maps.cu"));
    }

    private void buffers(Map<String, Object> all) {
        var fills = yardstick.fills(0).iterator();
        var present = task.inputs().stream().filter(TensorSpec::present).toList();
        var inputs = new ArrayList<Map<String, Object>>();
        for (var input : present) {
            var fill = fills.next();
            var about = new HashMap<String, Object>(tensor(input));
            about.put("elements", input.extent());
            about.put("kind", fill.kind().name());
            about.put("seed", Long.toUnsignedString(fill.seed()) + "ull");
            about.put("low", Cpp.real(fill.low()));
            about.put("high", Cpp.real(fill.high()));
            inputs.add(about);
        }
        all.put("inputBuffers", inputs);
        all.put(
                "absent",
                task.inputs().stream()
                        .filter(input -> !input.present())
                        .map(TensorSpec::name)
                        .toList());
        all.put(
                "outputBuffers",
                task.outputs().stream().map(CudaProgram::tensor).toList());
        all.put(
                "scratch",
                plan.scratch().stream()
                        .map(scratch -> Map.of("name", scratch.name(), "bytes", scratch.bytes()))
                        .toList());
        all.put(
                "zeroed",
                plan.scratch().stream()
                        .filter(scratch -> scratch.zero())
                        .map(scratch -> Map.of("name", scratch.name(), "bytes", scratch.bytes()))
                        .toList());
    }

    private static Map<String, Object> tensor(TensorSpec tensor) {
        return Map.of("name", tensor.name(), "dtype", Cpp.dtype(tensor.dtype()), "bytes", tensor.bytes());
    }

    private void launches(Map<String, Object> all) {
        var written = new LaunchText(task, plan);
        all.put("maps", written.maps());
        all.put("launches", written.launches());
    }

    private void checks(Map<String, Object> all) {
        var columns = yardstick.rules().stream()
                .flatMap(rule -> Stream.of(rule.output().name(), rule.magnitudes())
                        .filter(name -> !name.isEmpty())
                        .map(name -> Map.of("name", name, "bytes", rule.output().numel() * Double.BYTES)))
                .toList();
        var own = Stream.concat(
                        columns.stream().map(column -> column.get("name")),
                        referenceScratch().map(each -> each.get("name")))
                .collect(Collectors.toSet());
        all.put("columns", columns);
        all.put("referenceScratch", referenceScratch().toList());
        all.put(
                "referencePassed",
                Cpp.passed(
                        yardstick.referenceArguments(),
                        name -> own.contains(name)
                                ? "want_" + name
                                : name.equals("w") ? "(void *) nullptr" : "d_" + name));
        all.put("units", yardstick.units());
        all.put("rules", yardstick.rules().stream().map(CudaProgram::rule).toList());
        all.put("readBytes", task.readBytes());
        all.put("writeBytes", task.writeBytes());
        all.put("flops", Cpp.real(task.flops()));
    }

    private Stream<Map<String, Object>> referenceScratch() {
        return yardstick.referenceScratch().stream()
                .map(scratch -> Map.of("name", scratch.name(), "bytes", scratch.bytes()));
    }

    private static Map<String, Object> rule(Yardstick.Rule rule) {
        var about = new HashMap<String, Object>(tensor(rule.output()));
        about.put("magnitudes", rule.magnitudes().isEmpty() ? "nullptr" : "want_" + rule.magnitudes());
        about.put("dims", Cpp.braces(rule.output().dims()));
        about.put("group", rule.groupSize());
        about.put("abs", Cpp.real(rule.abs()));
        about.put("rel", Cpp.real(rule.rel()));
        about.put("rounding", Cpp.real(rule.rounding()));
        about.put("least", Cpp.real(rule.leastNormal()));
        about.put("largest", Cpp.real(rule.largest()));
        about.put("exact", rule.exact());
        return about;
    }
}
