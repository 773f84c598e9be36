package io.jforge.jupyter.shell;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The daemon thread that cells run on, so that the one that waits for them can give up and go on.
///
/// One thread serves all cells, since some libraries tie their state to a thread; an abandoned one is replaced.
final class CellThread {
    /// How often a stopped cell is interrupted again, in case it swallowed the first one.
    private static final long AGAIN_MILLIS = 50;

    /// What the names of these threads begin with.
    static final String NAME = "cell-thread-";

    /// Theirs and of what they start, so that code which interrupts its whole group meets no thread of the server.
    private static final ThreadGroup GROUP = new ThreadGroup("cells");

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final LinkedBlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
    private final Thread thread;

    CellThread(ClassLoader contextLoader) {
        this.thread = Thread.ofPlatform()
                .group(GROUP)
                .daemon()
                .name(NAME + COUNT.incrementAndGet())
                .unstarted(this::work);
        thread.setContextClassLoader(contextLoader);
        thread.start();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /// Its name and where it is just now.
    String whereabouts() {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0
                ? thread.getName()
                : "%s, in %s.%s,".formatted(thread.getName(), stack[0].getClassName(), stack[0].getMethodName());
    }

    /// Lets the thread end when it has nothing more to do.
    void retire() {
        jobs.add(Job.LAST);
    }

    /// Runs the work and waits for it; once its run is stopped, waits for the grace time at most.
    ///
    /// @throws CellStopped when the run was stopped before the work began
    /// @throws StillRunning when the grace time has passed
    Object run(CellRun run, Duration grace, Callable<?> work) throws Exception {
        if (run.isStopped()) {
            throw new CellStopped();
        }
        Job job = new Job(run, work);
        jobs.add(job);
        return job.await(thread, grace);
    }

    private void work() {
        Job job = take();
        while (job != Job.LAST) {
            job.perform();
            job = take();
        }
    }

    private Job take() {
        while (true) {
            try {
                return jobs.take();
            } catch (InterruptedException e) {
                // meant for the job that just ended
            }
        }
    }

    /// A stopped cell did not end in time.
    static final class StillRunning extends Exception {
        private static final long serialVersionUID = 1;
    }

    /// One piece of work on its way from the waiting thread to the cell thread and back.
    private static final class Job {
        static final Job LAST = new Job(null, null);

        private final CellRun run;
        private final Callable<?> work;
        private boolean running;
        private boolean done;
        private Object result;
        private Throwable failure;

        Job(CellRun run, Callable<?> work) {
            this.run = run;
            this.work = work;
        }

        void perform() {
            begin();
            try {
                result = work.call();
            } catch (Throwable e) {
                failure = e;
            } finally {
                end();
            }
        }

        private synchronized void begin() {
            run.adoptThread();
            running = true;
        }

        private synchronized void end() {
            CellRun.releaseThread();
            running = false;
            done = true;
            Thread.interrupted(); // a stop that came too late must not hit the next cell
            notifyAll();
        }

        Object await(Thread worker, Duration grace) throws Exception {
            run.onStop(this::wake);
            awaitEndOrStop();
            awaitEnd(worker, grace);
            if (failure instanceof Exception e) {
                throw e;
            } else if (failure instanceof Error e) {
                throw e;
            }
            return result;
        }

        private synchronized void awaitEndOrStop() throws InterruptedException {
            while (!done && !run.isStopped()) {
                wait();
            }
        }

        private synchronized void awaitEnd(Thread worker, Duration grace) throws InterruptedException, StillRunning {
            long stoppedAt = System.nanoTime();
            while (!done) {
                if (System.nanoTime() - stoppedAt > grace.toNanos()) {
                    throw new StillRunning();
                }
                if (running) {
                    worker.interrupt();
                }
                wait(AGAIN_MILLIS);
            }
        }

        private synchronized void wake() {
            notifyAll();
        }
    }
}
