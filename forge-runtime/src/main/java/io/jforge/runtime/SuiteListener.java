package io.jforge.runtime;

/// Told which row of a suite begins; gives who is told of that row's run.
public interface SuiteListener {
    /// @param number counts from 1
    /// @param name as in `softmax/wide`
    RunListener row(int number, int of, String name);
}
