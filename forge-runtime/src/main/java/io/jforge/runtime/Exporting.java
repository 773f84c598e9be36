package io.jforge.runtime;

import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.export.CudaProgram;
import io.jforge.runtime.export.Provenance;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Takes one CUDA trial out of a run, for other tools.
final class Exporting {
    private final Catalogue catalogue;
    private final Catalogue.Entry entry;
    private final RunRecord run;
    private final Trial trial;
    private final Task task;

    /// @throws SpecException if the trial ran on the processor
    Exporting(Catalogue catalogue, RunRecord run, Trial trial) {
        this(catalogue, run, trial, RecordedTask.of(catalogue, run.header()));
    }

    private Exporting(Catalogue catalogue, RunRecord run, Trial trial, Task task) {
        if (trial.candidate().source().language() != Language.CUDA)
            throw new SpecException(
                    "trial %d of run %s is a C source, which ran on the processor: this is for CUDA sources"
                            .formatted(trial.number(), run.header().id()));
        this.catalogue = catalogue;
        this.entry = catalogue.find(run.header().op());
        this.run = run;
        this.trial = trial;
        this.task = task;
    }

    /// The same trial on another shape.
    Exporting at(Task other) {
        return new Exporting(catalogue, run, trial, other);
    }

    Task task() {
        return task;
    }

    String assembly(Assembly kind, CudaTools tools) {
        var candidate = trial.candidate();
        return kind.text(tools, architecture(), candidate.source(), candidate.plan(task));
    }

    String program(String file) {
        return new CudaProgram(task, trial.candidate()).text(entry.reference(), provenance(), file);
    }

    String compileCommand(String file) {
        return new CudaProgram(task, trial.candidate()).compile(provenance(), file);
    }

    /// What nvcc is given to make a program of [#program].
    List<String> compileOptions(String file) {
        return new CudaProgram(task, trial.candidate()).options(provenance(), file);
    }

    /// The functions that one run of it launches, in order.
    List<String> entries() {
        return new CudaProgram(task, trial.candidate()).entries();
    }

    /// What the run's compiler compiled for.
    private String architecture() {
        var facts = run.header().environment();
        return facts.getOrDefault("architecture", facts.getOrDefault("instructions", ""));
    }

    private Provenance provenance() {
        return new Provenance(
                "Trial %d of run %s".formatted(trial.number(), run.header().id()),
                trial.title(),
                architecture(),
                facts());
    }

    private Map<String, String> facts() {
        var facts = new LinkedHashMap<String, String>();
        facts.put("computes", entry.op().doc());
        facts.put(
                "tensors",
                Stream.concat(task.inputs().stream().filter(TensorSpec::present), task.outputs().stream())
                        .map(Exporting::tensor)
                        .collect(Collectors.joining(", ")));
        facts.put(
                "planned for",
                "%s, %d multiprocessors"
                        .formatted(task.target().model(), task.target().cores()));
        facts.put(
                "there",
                "%s: %s".formatted(trial.outcome().label(), trial.outcome().message()));
        return facts;
    }

    private static String tensor(TensorSpec tensor) {
        var text = "%s %s%s".formatted(tensor.name(), tensor.dtype().label(), tensor.dims());
        return tensor.isContiguous() ? text : text + " with strides " + tensor.strides();
    }
}
