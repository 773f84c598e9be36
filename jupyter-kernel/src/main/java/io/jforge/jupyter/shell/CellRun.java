package io.jforge.jupyter.shell;

import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.BooleanSupplier;

/// One run of a cell: who owns which thread, where that prints, and whether it was stopped.
///
/// Threads that a cell starts inherit its run, also when they outlive it. The common pool belongs to
/// nobody: what it does is put down to the cell that runs, or ran last.
final class CellRun {
    private static final InheritableThreadLocal<CellRun> OWNER = new InheritableThreadLocal<>();
    private static final Deque<CellRun> RUNNING = new ConcurrentLinkedDeque<>();
    private static volatile CellRun latest;

    private final Output output;
    private final Around around;
    private final TextSink out;
    private final TextSink err;
    private final TypedLines in;
    private final CellRun whole;
    private final BooleanSupplier stoppedAround;
    private volatile Offspring offspring = Offspring.fromNow();
    private volatile boolean stopped;
    private Runnable stopListener = () -> {};
    private volatile boolean abandoned;
    private volatile boolean ended;

    /// @param stoppedAround whether what it is a piece of was stopped
    CellRun(Output output, Around around, BooleanSupplier stoppedAround) {
        this.output = output;
        this.around = around;
        this.out = new TextSink(output, Output.Stream.OUT);
        this.err = new TextSink(output, Output.Stream.ERR);
        this.in = new TypedLines(output.input());
        this.whole = null;
        this.stoppedAround = stoppedAround;
    }

    /// @param whole the run that this is a part of
    private CellRun(CellRun whole) {
        this.output = whole.output;
        this.around = whole.around;
        this.out = whole.out;
        this.err = whole.err;
        this.in = whole.in;
        this.whole = whole;
        this.stoppedAround = whole::isStopped;
    }

    /// A part of this run, on threads of its own, that can be stopped without the rest.
    CellRun part() {
        return new CellRun(this);
    }

    void begin() {
        offspring = Offspring.fromNow();
        RUNNING.add(this);
        latest = this;
    }

    /// Of several that run, the last one that began is then the latest.
    void end() {
        ended = true;
        RUNNING.remove(this);
        CellRun stillRunning = RUNNING.peekLast();
        latest = stillRunning == null ? this : stillRunning;
    }

    /// The run that the calling thread works for, or null.
    static CellRun ofThisThread() {
        if (Thread.currentThread() instanceof ForkJoinWorkerThread worker
                && worker.getPool() == ForkJoinPool.commonPool()) {
            return latest;
        }
        CellRun owner = OWNER.get();
        CellRun last = latest;
        return owner != null || last == null || last.ended ? owner : last;
    }

    /// Makes the calling thread, and what it starts, work for this run.
    void adoptThread() {
        OWNER.set(this);
    }

    /// The run that the calling thread was made to work for, or null.
    static CellRun ownerOfThisThread() {
        return OWNER.get();
    }

    static void releaseThread() {
        OWNER.remove();
    }

    void stop() {
        stopped = true;
        synchronized (this) {
            stopListener.run();
        }
        offspring.atWork().forEach(Thread::interrupt);
    }

    /// The threads that its code has started and that still work.
    List<Thread> offspringAtWork() {
        return offspring.atWork();
    }

    /// Sets who is told of a stop; one that came before is not told again, and who was set before is told no more.
    synchronized void onStop(Runnable listener) {
        stopListener = listener;
    }

    boolean isStopped() {
        return stopped || stoppedAround.getAsBoolean();
    }

    /// What it prints from here on goes nowhere.
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned || (whole != null && whole.isAbandoned());
    }

    Output output() {
        return output;
    }

    /// What `System.in` is for its threads.
    TypedLines in() {
        return in;
    }

    /// What is done around each of its statements.
    Around around() {
        return around;
    }

    /// Tells the reader something that is no failure.
    void note(String text) {
        output.print(Output.Stream.ERR, text);
    }

    void write(Output.Stream stream, byte[] bytes, int offset, int length) {
        if (!isAbandoned()) {
            (stream == Output.Stream.OUT ? out : err).write(bytes, offset, length);
        }
    }
}
