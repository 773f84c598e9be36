package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Step;

/// Makes a Binary of a Source under the defines of one launch plan; refusal is an Outcome.
public interface Compiler {
    Step<Binary> compile(Source source, LaunchPlan plan);
}
