package io.jforge.runtime.verify;

import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import java.util.ArrayList;
import java.util.List;

/// What it takes to check a task elsewhere as it is checked here: its inputs, its reference, the errors
/// allowed.
public final class Yardstick {
    private final Task task;
    private final ReferenceDriver driver;

    public Yardstick(Task task) {
        this.task = task;
        this.driver = new ReferenceDriver(task);
    }

    /// How one output is compared: see [ErrorBound], and [io.jforge.runtime.device.Comparison] for norm
    /// groups.
    ///
    /// @param magnitudes the reference's array of the sums of the terms' sizes, or empty text
    public record Rule(
            TensorSpec output,
            long groupSize,
            double abs,
            double rel,
            double rounding,
            double leastNormal,
            double largest,
            boolean exact,
            String magnitudes) {}

    /// One for each output, in order.
    public List<Rule> rules() {
        var rules = new ArrayList<Rule>();
        for (int i = 0; i < task.outputs().size(); i++) {
            var output = task.outputs().get(i);
            var declared = task.op().outputs().get(i);
            var bound = ErrorBound.of(task, output.dtype());
            rules.add(new Rule(
                    output,
                    Worst.groupSize(output, declared),
                    bound.tolerance().abs(),
                    bound.tolerance().rel(),
                    bound.rounding(),
                    bound.leastNormal(),
                    bound.largest(),
                    declared.exact(),
                    declared.mag() ? ReferenceDriver.magnitudes(output.name()) : ""));
        }
        return rules;
    }

    /// How each present input is filled, normal where the op allows it; an input's seed is its own offset
    /// from this.
    public List<Fill> fills(long seed) {
        return Cases.normal(task, seed).fills();
    }

    /// The reference and the loop over its units, `forge_reference`.
    public String referenceText(String reference) {
        return driver.text(reference);
    }

    /// What `forge_reference` takes before the number of units, how many of them are computed, and the seed
    /// that draws them; a buffer with an output's name is its array of doubles.
    public List<PlannedArg> referenceArguments() {
        return driver.arguments();
    }

    public List<BufferSpec> referenceScratch() {
        return driver.scratch();
    }

    public long units() {
        return task.op().reference().units().eval(task);
    }
}
