package io.jforge.runtime;

import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunHeader.Resumed;
import io.jforge.runtime.store.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What is kept of a run before its first trial.
record Heading(RunPlan plan, Map<String, String> rigFacts, Optional<GpuState> state, Optional<String> warning) {

    /// The fact that tells of which op.yaml, reference and naive source the run was made.
    static final String OP_FILES = "op files";

    RunHeader of(String id, io.jforge.runtime.measure.Roofline roofline, Instant started) {
        var task = plan.task();
        var dtypes = new LinkedHashMap<String, String>();
        task.dtypes().forEach((variable, dtype) -> dtypes.put(variable, dtype.label()));
        return new RunHeader(
                id,
                plan.name().isEmpty() ? id : plan.name(),
                task.op().name(),
                task.symbols(),
                dtypes,
                task.dtypeLabel(),
                task.label(),
                plan.target().id(),
                plan.seed(),
                settings(),
                roofline,
                roofline.leastMicros(task),
                roofline.isMemoryBound(task),
                environment(),
                started,
                RecordedTask.strides(task),
                task.attributes(),
                java.util.List.of(),
                plan.repeat().map(RunPlan.Repeat::kept));
    }

    /// The run's own, gone on with on the same device model.
    RunHeader goneOnWith(RunRecord run, Instant now) {
        double spent = run.ending().orElseThrow().wallSeconds();
        return run.header().goneOnWith(new Resumed(now, run.trials().size(), spent), settings());
    }

    private RunHeader.Settings settings() {
        return new RunHeader.Settings(
                plan.budget().iterations(),
                plan.search(),
                plan.budget().time().map(Heading::text).orElse(""),
                plan.goal(),
                plan.budget().patience().orElse(0),
                plan.conditions().isolation().label(),
                plan.conditions().cache().label(),
                plan.baselines().text(),
                plan.baselines().python(),
                plan.given().filter(_ -> !plan.isCandidate()).map(RunPlan::kept),
                plan.llm().map(LlmPlan::kept));
    }

    private static String text(Duration limit) {
        return limit.toMillis() / 1000.0 + "s";
    }

    private Map<String, String> environment() {
        var target = plan.target();
        var facts = new LinkedHashMap<String, String>();
        facts.put("processor", target.model());
        facts.put("cores", String.valueOf(target.cores()));
        facts.put("instructions", target.isa());
        facts.put("last-level cache", (target.lastLevelCacheBytes() >> 20) + " MiB");
        facts.putAll(rigFacts);
        state.ifPresent(now -> facts.putAll(now.now()));
        warning.ifPresent(said -> facts.put("warning", said));
        plan.resumed()
                .filter(_ -> !plan.isSameDevice())
                .ifPresent(run -> facts.put("resumed from", run.header().id()));
        facts.put(OP_FILES, plan.entry().digest());
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", Runtime.version().toString());
        return facts;
    }
}
