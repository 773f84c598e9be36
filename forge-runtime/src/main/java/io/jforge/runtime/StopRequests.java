package io.jforge.runtime;

import io.jforge.runtime.store.RunClaim;

/// Interrupts the thread of a run when another process asks for its end.
final class StopRequests implements AutoCloseable {
    private static final long POLL_MILLIS = 100;

    private final RunClaim claim;
    private final Thread run;
    private final Thread looking;
    private boolean over;

    private StopRequests(RunClaim claim, Thread run) {
        this.claim = claim;
        this.run = run;
        this.looking = Thread.ofVirtual().unstarted(this::look);
    }

    /// For the run on this thread, until it is closed.
    static StopRequests of(RunClaim claim) {
        var requests = new StopRequests(claim, Thread.currentThread());
        requests.looking.start();
        return requests;
    }

    private void look() {
        try {
            while (!claim.isStopWanted()) Thread.sleep(POLL_MILLIS);
            interrupt();
        } catch (InterruptedException _) {
            return; // the run is over
        }
    }

    /// Not once the run is over: its thread may have other work by then.
    private synchronized void interrupt() {
        if (!over) run.interrupt();
    }

    @Override
    public void close() {
        synchronized (this) {
            over = true;
        }
        looking.interrupt();
    }
}
