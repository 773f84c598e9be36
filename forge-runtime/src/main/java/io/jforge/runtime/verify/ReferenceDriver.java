package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.spec.Attribute;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Turns an op's reference, which computes one unit, into C that computes all of them, or a sample.
final class ReferenceDriver {
    private static final String LOOP = """
            void forge_reference(%s, i64 forge_units, i64 forge_count, u64 forge_seed) {
            #pragma omp parallel for schedule(static)
                for (i64 forge_k = 0; forge_k < forge_count; forge_k++) {
                    i64 forge_unit = forge_k;
                    if (forge_count < forge_units && forge_k > 0) { /* first and last always, the others drawn */
                        u64 z = forge_seed + 0x9E3779B97F4A7C15ULL * (u64) forge_k;
                        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
                        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
                        forge_unit = forge_k == forge_count - 1 ? forge_units - 1 : (i64) ((z ^ (z >> 31)) %% (u64) forge_units);
                    }
                    reference(%s);
                }
            }
            """;

    private static final String DRAW = """
            static __device__ i64 forge_unit_of(i64 k, i64 units, i64 count, u64 seed) {
                if (count >= units || k == 0) return k;
                if (k == count - 1) return units - 1;
                u64 z = seed + 0x9E3779B97F4A7C15ULL * (u64) k;
                z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
                z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
                return (i64) ((z ^ (z >> 31)) % (u64) units);
            }
            """;

    /// A team is a block: its units go by blocks, and a thread has one unit where there is no team.
    private static final String CUDA_LOOP = """
            extern "C" __global__ void forge_reference(%s, i64 forge_units, i64 forge_count, u64 forge_seed) {
            #if FORGE_TEAM
                const i64 forge_first = blockIdx.x, forge_stride = gridDim.x;
            #else
                const i64 forge_first = blockIdx.x * (i64) blockDim.x + threadIdx.x, forge_stride = (i64) gridDim.x * blockDim.x;
            #endif
                for (i64 forge_k = forge_first; forge_k < forge_count; forge_k += forge_stride) {
                    const i64 forge_unit = forge_unit_of(forge_k, forge_units, forge_count, forge_seed);
                    reference(%s);
                }
            }
            """;

    private static final int BLOCK = 256;
    private static final long BLOCKS_PER_MULTIPROCESSOR = 8;

    private final Task task;

    ReferenceDriver(Task task) {
        this.task = task;
    }

    /// The whole text: prelude, dtypes, the op's reference, the loop.
    String text(String reference) {
        var types = new StringBuilder();
        for (var input : task.inputs()) types.append(typedef(input.name(), input.dtype()));
        var flags = "#define FORGE_TEAM " + (task.op().reference().team() ? 1 : 0) + "\n";
        var names = parameters().stream().map(Parameter::name).toList();
        var declared = parameters().stream().map(Parameter::declaration).collect(Collectors.joining(", "));
        var scratch = task.op().reference().scratch().isPresent() ? "w + forge_unit * forge_w" : "w";
        var passed = "forge_unit, " + scratch + ", "
                + names.stream()
                        .filter(name -> !name.equals("w") && !name.equals("forge_w"))
                        .collect(Collectors.joining(", "));
        var loop = isCuda() ? DRAW + CUDA_LOOP.formatted(declared, passed) : LOOP.formatted(declared, passed);
        return flags + Resources.text("/prelude/forge_ref.h") + types + reference + loop;
    }

    /// Inputs as the candidate gets them; outputs, magnitudes too, as doubles.
    List<BufferSpec> layout() {
        var buffers = new ArrayList<BufferSpec>();
        for (var input : task.inputs())
            if (input.present()) buffers.add(BufferSpec.input(input.name(), input.dtype(), input.extent()));
        for (var column : columns()) buffers.add(BufferSpec.output(column.name(), DType.F64, column.elements()));
        return buffers;
    }

    /// One array of doubles that the reference writes.
    record Column(String name, long elements) {
        long bytes() {
            return Math.multiplyExact(elements, (long) Double.BYTES);
        }
    }

    /// What is captured, in order: each output, then its magnitudes where it has them.
    List<Column> columns() {
        var columns = new ArrayList<Column>();
        for (var output : task.op().outputs()) {
            long elements = task.tensor(output.name()).orElseThrow().numel();
            columns.add(new Column(output.name(), elements));
            if (output.mag()) columns.add(new Column(magnitudes(output.name()), elements));
        }
        return columns;
    }

    static String magnitudes(String output) {
        return output + "_mag";
    }

    Call call(int module, long seed) {
        long units = task.op().reference().units().eval(task);
        long count = Math.min(units, task.op().reference().sample().orElse(Long.MAX_VALUE));
        var args = new ArrayList<>(arguments());
        args.add(new PlannedArg.I64(units));
        args.add(new PlannedArg.I64(count));
        args.add(new PlannedArg.U64(seed));
        return new Call(module, scratch(), List.of(launch(args)));
    }

    /// Those before the number of units, how many of them are computed, and the seed that draws them.
    List<PlannedArg> arguments() {
        return parameters().stream().map(Parameter::value).toList();
    }

    List<BufferSpec> scratch() {
        long units = task.op().reference().units().eval(task);
        return task.op()
                .reference()
                .scratch()
                .map(doubles -> List.of(BufferSpec.scratch("w", DType.F64, doubles.eval(task) * units, false)))
                .orElse(List.of());
    }

    private boolean isCuda() {
        return task.target().kind().equals(Target.CUDA);
    }

    private PlannedLaunch launch(List<PlannedArg> args) {
        if (!isCuda()) return PlannedLaunch.cpu("forge_reference", task.target().cores(), args);
        var grid = List.of(BLOCKS_PER_MULTIPROCESSOR * task.target().cores(), 1L, 1L);
        var one = List.of(1L, 1L, 1L);
        return new PlannedLaunch(
                "forge_reference",
                OptionalInt.empty(),
                grid,
                List.of((long) BLOCK, 1L, 1L),
                one,
                0,
                false,
                false,
                false,
                args);
    }

    private record Parameter(String name, String declaration, PlannedArg value) {}

    private List<Parameter> parameters() {
        var all = new ArrayList<Parameter>();
        all.add(new Parameter("w", "f64 *w", new PlannedArg.Buffer("w")));
        task.op().reference().scratch().ifPresent(doubles -> all.add(whole("forge_w", doubles.eval(task))));
        for (var input : task.inputs()) all.add(pointer(input.name(), "const T_" + input.name()));
        for (var column : columns()) all.add(pointer(column.name(), "f64"));
        task.symbols().forEach((name, value) -> all.add(whole(name, value)));
        for (var input : task.op().inputs()) {
            if (!input.anyStrides()) continue;
            var strides = task.tensor(input.name()).orElseThrow().strides();
            for (int i = 0; i < strides.size(); i++) all.add(whole(input.name() + "_s" + i, strides.get(i)));
        }
        for (var attribute : task.op().attributes()) all.add(attribute(attribute));
        return all;
    }

    private static Parameter pointer(String name, String type) {
        return new Parameter(name, type + " *" + name, new PlannedArg.Buffer(name));
    }

    private static Parameter whole(String name, long value) {
        return new Parameter(name, "i64 " + name, new PlannedArg.I64(value));
    }

    private Parameter attribute(Attribute attribute) {
        var value = task.attributes().get(attribute.name());
        return attribute.type() == Attribute.Type.FLOAT
                ? new Parameter(attribute.name(), "f64 " + attribute.name(), new PlannedArg.F64(value.doubleValue()))
                : whole(attribute.name(), value.longValue());
    }

    private static String typedef(String name, DType dtype) {
        return "typedef " + dtype.label() + " T_" + name + ";\n";
    }
}
