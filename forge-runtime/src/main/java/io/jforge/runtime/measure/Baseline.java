package io.jforge.runtime.measure;

import io.jforge.runtime.device.Fill;
import java.nio.file.Path;
import java.util.List;

/// Another implementation of the op that a winner is measured against, in a process of its own: same inputs, same
/// flush,
/// same clock, same number of samples.
public interface Baseline extends AutoCloseable {
    /// It has run once with each set of inputs.
    ///
    /// @param warmUpSeconds what compiling and the first runs took, which no sample holds
    /// @param outputs a file with what it gave for the first set, one output after another
    record Ready(double warmUpSeconds, Path outputs) {}

    /// Makes it ready to be timed on these sets of inputs.
    Had<Ready> prepare(List<List<Fill>> sets);

    /// Times it with this in the caches, as [Stopwatch] times candidates. Nanoseconds.
    Had<List<Long>> sample(int count, Cache held);

    @Override
    void close();
}
