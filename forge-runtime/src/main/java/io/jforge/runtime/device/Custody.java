package io.jforge.runtime.device;

import java.io.IOException;
import java.util.Optional;

/// Holds what a candidate takes and leaves in the process that it shares with the next one.
interface Custody {
    /// What a request asks of an engine.
    interface Work {
        Reply done() throws IOException;
    }

    /// Does a candidate's work; the reply says instead what it left behind, if it did.
    ///
    /// @param asked bytes that the work allocates by request
    /// @param host our own module, once it is loaded
    Reply over(long asked, Optional<CpuModule> host, Work work) throws IOException;

    /// For code that is trusted, or a process that a candidate cannot spoil like this.
    static Custody none() {
        return (_, _, work) -> work.done();
    }

    /// Restrains this process for good, and looks after each candidate from now on; to be called by the thread that
    /// will run them.
    static Custody enter(Restraint.Limits limits) {
        var restraint = Restraint.enter(limits);
        var before = Leftovers.sofar();
        return (asked, host, work) -> {
            var mode = Leftovers.mode(host);
            restraint.bound(asked);
            Reply reply;
            try {
                reply = work.done();
            } finally {
                restraint.unbound();
            }
            return before.since(mode, host).<Reply>map(left -> left).orElse(reply);
        };
    }
}
