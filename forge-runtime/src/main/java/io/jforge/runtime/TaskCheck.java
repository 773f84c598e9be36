package io.jforge.runtime;

import io.jforge.runtime.device.LocalCpu;
import io.jforge.runtime.spec.Expr;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.verify.Verifier;
import java.util.Locale;
import java.util.stream.Collectors;

/// Refuses, before any work, a task that the naive source does not take or that this machine cannot hold.
final class TaskCheck {
    private static final double GIB = 1L << 30;

    private TaskCheck() {}

    /// @throws SpecException saying which of the two it is
    static void require(Task task, Source naive) {
        requireSource(task, naive);
        requireMemory(task);
    }

    private static void requireSource(Task task, Source naive) {
        if (!LaunchPlan.admits(naive, task, naive.defaults()))
            throw new SpecException("%s: the naive %s source does not take this; it requires %s"
                    .formatted(
                            task.label(),
                            naive.language().label(),
                            naive.header().requires().stream().map(Expr::text).collect(Collectors.joining(", "))));
    }

    /// Inputs in every set and of every reference, outputs, the references' doubles, and what crosses
    /// between the processes.
    private static void requireMemory(Task task) {
        double inputs = 0;
        double outputs = 0;
        for (var input : task.inputs()) if (input.present()) inputs += input.bytes();
        for (var output : task.outputs()) outputs += 2.0 * output.bytes() + (Verifier.KNOWN + 1) * 8.0 * output.numel();
        double needed = inputs * (Verifier.SETS + Verifier.KNOWN + 1) + outputs;
        double available =
                task.target().kind().equals(Target.CUDA) ? task.target().memoryBytes() : LocalCpu.availableBytes();
        if (needed > available)
            throw new SpecException(String.format(
                    Locale.ROOT,
                    "%s needs %.1f GB to be tried and checked, this machine has %.1f GB free: take a smaller shape",
                    task.label(),
                    needed / GIB,
                    available / GIB));
    }
}
