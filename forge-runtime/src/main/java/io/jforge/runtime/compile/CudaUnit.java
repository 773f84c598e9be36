package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// One Source for a CUDA compiler, and where what comes of it goes.
record CudaUnit(Source source, LaunchPlan plan, Path home, String prelude, List<String> options) {
    CudaUnit {
        options = List.copyOf(options);
    }

    /// The name that messages give the candidate's text.
    String name() {
        return source.op() + ".cu";
    }

    /// The prelude and the candidate's text as one, each under its own name: a message shows the
    /// candidate's own lines.
    String whole() {
        return "#line 1 \"%s\"\n%s\n#line 1 \"%s\"\n%s".formatted(CudaUnits.PRELUDE, prelude, name(), source.text());
    }

    Path cubin() {
        return home.resolve(source.op() + ".cubin");
    }

    /// The Binary, once the cubin is written, if every entry that the header launches is in it.
    ///
    /// @param log what the compiler said; what `ptxas -v` says is in it
    Step<Binary> binary(String log) {
        var report = ResourceReport.ofPtxas(log);
        return plan.launches().stream()
                .map(PlannedLaunch::entry)
                .filter(entry ->
                        !report.entries().isEmpty() && report.entry(entry).isEmpty())
                .findFirst()
                .<Step<Binary>>map(entry -> Step.stopped(new Outcome.Rejected(missing(entry, report))))
                .orElseGet(() -> Step.passed(Binary.cubin(source, plan, cubin(), report)));
    }

    private static String missing(String entry, ResourceReport report) {
        var there = report.entries().stream().map(ResourceReport.Entry::name).collect(Collectors.joining(", "));
        return "the header launches '%s', but the text defines only: %s. An entry is extern \"C\" __global__ void %s(...)"
                .formatted(entry, there, entry);
    }
}
