package io.jforge.runtime.compile;

import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;

/// Compile servers, started when they are needed and kept; one that died or was killed is replaced by the
/// next call.
final class NvrtcPool implements AutoCloseable {
    private final Nvrtc nvrtc;
    private final CudaSetting setting;
    private final Semaphore places;
    private final LinkedBlockingDeque<NvrtcProcess> idle = new LinkedBlockingDeque<>();
    private final Set<NvrtcProcess> busy = new HashSet<>();
    private final NavigableSet<Integer> architectures;
    private boolean closed;

    /// @throws MissingTool if the first server does not start
    NvrtcPool(Nvrtc nvrtc, CudaSetting setting, int processes) {
        this.nvrtc = nvrtc;
        this.setting = setting;
        this.places = new Semaphore(processes);
        var first = start();
        architectures = first.hello().architectures();
        idle.push(first);
    }

    NavigableSet<Integer> architectures() {
        return architectures;
    }

    /// Compiles on a server that is idle, or waits for one.
    ///
    /// @throws NvrtcProcess.Lost if the server is gone; the next call gets another
    /// @throws CancellationException if the thread is interrupted, or the pool closed
    NvrtcFrames.Answer compile(NvrtcFrames.Ask ask) throws NvrtcProcess.Lost {
        enter();
        try {
            var server = take();
            try {
                return server.compile(ask, setting.deadline());
            } catch (NvrtcProcess.Lost lost) {
                if (isClosed()) throw new CancellationException("the compiler was closed");
                throw lost;
            } finally {
                back(server);
            }
        } finally {
            places.release();
        }
    }

    private void enter() {
        try {
            places.acquire();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private NvrtcProcess take() {
        var server = idle.poll();
        while (server != null && !server.isUsable()) server = idle.poll();
        var taken = server == null ? start() : server;
        synchronized (busy) {
            busy.add(taken);
            if (closed) taken.close();
        }
        return taken;
    }

    private void back(NvrtcProcess server) {
        synchronized (busy) {
            busy.remove(server);
            if (closed) server.close();
            else if (server.isUsable()) idle.push(server);
        }
    }

    private boolean isClosed() {
        synchronized (busy) {
            return closed;
        }
    }

    private NvrtcProcess start() {
        return new NvrtcProcess(nvrtc, setting.folder(), setting.memoryBytes());
    }

    @Override
    public void close() {
        synchronized (busy) {
            closed = true;
            busy.forEach(NvrtcProcess::close);
            idle.forEach(NvrtcProcess::close);
        }
    }
}
