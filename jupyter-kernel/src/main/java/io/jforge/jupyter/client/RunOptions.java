package io.jforge.jupyter.client;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// How to run a notebook.
///
/// @param parameters values by variable name, declared in this order after the cell tagged `parameters`
/// @param allowErrors whether the cells after one that failed still run
/// @param startupDeadline how long the kernel may take until it answers
public record RunOptions(Map<String, String> parameters, boolean allowErrors, Duration startupDeadline) {

    /// No parameters, stop at the first error, a minute to start.
    public static final RunOptions DEFAULT = new RunOptions(Map.of(), false, Duration.ofMinutes(1));

    public RunOptions {
        if (!startupDeadline.isPositive()) {
            throw new IllegalArgumentException("a kernel needs some time to start, not " + startupDeadline);
        }
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    public RunOptions withParameters(Map<String, String> values) {
        return new RunOptions(values, allowErrors, startupDeadline);
    }

    public RunOptions allowingErrors(boolean allowed) {
        return new RunOptions(parameters, allowed, startupDeadline);
    }

    public RunOptions withStartupDeadline(Duration deadline) {
        return new RunOptions(parameters, allowErrors, deadline);
    }
}
