package io.jforge.runtime.verify;

import io.jforge.runtime.spec.Task;

/// Compares what a candidate wrote with the reference; it never runs a candidate.
interface Judge extends AutoCloseable {
    /// Whether it wants outputs of this shape brought to the host.
    boolean wantsCapture(Task shape);

    /// A case of the task's own shape whose reference is computed once and kept.
    Cases.Case known(int card);

    /// The worst of the worker's last run, which was of this case.
    Worst judge(Cases.Case each, byte poison);

    @Override
    void close();
}
