package io.jforge.runtime.device;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Answers requests on a thread of this process: no frames, and no fence.
final class SameProcess implements Link {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(SameProcess::thread);
    private final String device;
    private Engine engine; // known to that thread alone, which it was made on

    SameProcess(String device) {
        this.device = device;
    }

    /// With a worker's stack; one that a candidate keeps for ever does not keep this process.
    private static Thread thread(Runnable work) {
        var thread = new Thread(null, work, "engine", Worker.STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Reply ask(Request request, Duration deadline) {
        try {
            return thread.submit(() -> engine().answer(request)).get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new DeviceException(("a candidate did not end in %.1f s, and in this process nothing can end it:"
                            + " restart it (in a notebook, the kernel), and use --isolation worker")
                    .formatted(deadline.toMillis() / 1e3));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof DeviceException told
                    ? told
                    : new DeviceException(
                            "cannot work on %s in this process: %s"
                                    .formatted(device, failed.getCause().getMessage()),
                            failed.getCause());
        }
    }

    private Engine engine() {
        if (engine == null) engine = Engine.on(device, Custody.none());
        return engine;
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    /// Once it is done with what it does: what a candidate uses is not taken from under it.
    @Override
    public void close() {
        thread.execute(() -> {
            if (engine != null) engine.close();
        });
        thread.shutdown();
    }
}
