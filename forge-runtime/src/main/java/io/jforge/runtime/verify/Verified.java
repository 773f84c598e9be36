package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.trial.Evidence;

/// Proof that a binary gave the right answers on this task; only a [Verifier] makes one.
public final class Verified {
    private final Binary binary;
    private final Call call;
    private final Evidence evidence;

    Verified(Binary binary, Call call, Evidence evidence) {
        this.binary = binary;
        this.call = call;
        this.evidence = evidence;
    }

    public Binary binary() {
        return binary;
    }

    /// How a worker runs it on the task's own shape.
    public Call call() {
        return call;
    }

    public Evidence evidence() {
        return evidence;
    }
}
