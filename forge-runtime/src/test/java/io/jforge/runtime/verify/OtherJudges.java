package io.jforge.runtime.verify;

import io.jforge.runtime.spec.Task;

/// Judges that do not look.
public final class OtherJudges {
    private OtherJudges() {}

    /// The same outputs for a judge that finds all of them right.
    public static KnownOutputs kind(KnownOutputs outputs) {
        return outputs.judgedBy(always(0));
    }

    /// The same outputs for a judge that finds none of them right.
    public static KnownOutputs strict(KnownOutputs outputs) {
        return outputs.judgedBy(always(2));
    }

    private static Judge always(double share) {
        return new Judge() {
            @Override
            public boolean wantsCapture(Task shape) {
                return true;
            }

            @Override
            public Cases.Case known(int card) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Worst judge(Cases.Case each, byte poison) {
                return new Worst(share, 0, "it looks wrong");
            }

            @Override
            public void close() {}
        };
    }
}
