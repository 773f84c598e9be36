package io.jforge.jupyter.shell;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Runs cells and stops them from any thread.
///
/// Java runs one cell at a time; work of this process, such as a magic's, runs beside it. It is there at
/// once: JShell warms up in the background, and what needs it waits.
public final class Shell implements AutoCloseable {
    /// How long a stopped cell has before its thread is left behind; no code of a cell needs longer.
    private static final Duration CELL_GRACE = Duration.ofMillis(500);

    private static final int PRACTICE_ROUNDS = 40;

    private final CellStreams streams = CellStreams.install();
    private final CellClasses classes;
    private final CellControl control;
    private final ExposedClasses exposed;
    private final List<Path> classPath;
    private final Stops stops = new Stops();

    /// Each thread that runs cells has one that they run on.
    private final Map<Thread, CellThread> threads = new ConcurrentHashMap<>();

    private final Set<CellRun> running = ConcurrentHashMap.newKeySet();

    /// The innermost open stretch of each thread that has one.
    private final Map<Thread, Stretch> stretches = new ConcurrentHashMap<>();

    /// Held by the cell whose Java runs.
    private final ReentrantLock turn = new ReentrantLock(true);

    /// Held while JShell works, but not while what it compiled runs: completions do not wait for that.
    private final ReentrantLock compiler = new ReentrantLock(true);

    private volatile CompletableFuture<Engine> engine;
    private volatile boolean used;
    private volatile boolean warm;

    private Shell(ShellSetup setup) {
        classes = new CellClasses(Shell.class.getClassLoader(), setup.visibleJars());
        control = new CellControl(
                classes, (run, work) -> withoutCompiler(run, () -> run.around().run(work)));
        exposed = new ExposedClasses(setup.exposed());
        classPath = new CopyOnWriteArrayList<>(setup.visibleJars());
        engine = CompletableFuture.supplyAsync(() -> engine(setup), Shell::inBackground);
        engine.thenAcceptAsync(this::warmUp, Shell::inBackground);
    }

    public static Shell start(ShellSetup setup) {
        return new Shell(setup);
    }

    private Engine engine(ShellSetup setup) {
        List<Path> classPath = new ArrayList<>(setup.visibleJars());
        classPath.add(exposed.folder());
        Engine fresh = new Engine(control, classPath, setup.compilerOptions());
        setup.prelude().forEach(declaration -> fresh.owe(() -> fresh.prepare(declaration)));
        return fresh;
    }

    /// Declares what cells start with, a step at a time: a cell that comes meanwhile is next. The time
    /// until the first cell then goes into getting the compiler itself compiled.
    private void warmUp(Engine fresh) {
        while (stepOfPrelude(fresh)) {}
        warm = true;
        for (int i = 0; i < PRACTICE_ROUNDS && !used; i++) {
            withCompiler(() -> {
                fresh.practise();
                return null;
            });
        }
        fresh.index();
    }

    private boolean stepOfPrelude(Engine fresh) {
        turn.lock();
        try {
            return withCompiler(fresh::payOne);
        } finally {
            turn.unlock();
        }
    }

    /// Declares the rest of what cells start with, unless a cell's Java runs: JShell takes one at a time.
    private Engine whole() {
        Engine ready = engine.join();
        ready.index();
        if (!warm && turn.tryLock()) {
            try {
                withCompiler(() -> {
                    ready.payAll();
                    return ready;
                });
            } finally {
                turn.unlock();
            }
        }
        return ready;
    }

    /// Whether Java can run without waiting for the compiler.
    public boolean isWarm() {
        return warm;
    }

    /// Declares a variable for all cells that holds an object of this process.
    ///
    /// @param type the type to declare, as a cell would write it
    public void bind(String name, String type, Object value) {
        later(engine -> engine.owe(() -> engine.bind(name, type, value)));
    }

    /// The jars and class folders whose types cells may name, in the order of their search.
    public List<Path> classPath() {
        return List.copyOf(classPath);
    }

    /// Lets cells use the types of one more jar.
    public void addToClassPath(Path jar) {
        classPath.add(jar);
        later(engine -> engine.addToClassPath(jar));
    }

    private synchronized void later(Consumer<Engine> change) {
        engine = engine.thenApplyAsync(ready -> changed(ready, change), Shell::inBackground);
    }

    private Engine changed(Engine ready, Consumer<Engine> change) {
        return withCompiler(() -> {
            change.accept(ready);
            return ready;
        });
    }

    private <T> T withCompiler(Supplier<T> work) {
        compiler.lock();
        try {
            return work.get();
        } finally {
            compiler.unlock();
        }
    }

    private Object withoutCompiler(CellRun run, Callable<?> statement) throws Exception {
        compiler.unlock();
        try {
            return onCellThread(run, CELL_GRACE, statement);
        } finally {
            streams.mend();
            compiler.lock();
        }
    }

    static void inBackground(Runnable work) {
        Thread.ofPlatform().daemon().name("shell-background").start(work);
    }

    /// Runs a cell and waits for its end.
    ///
    /// @param name what traces call the cell, such as `cell 3`
    public CellResult evaluate(String code, String name, Output output) {
        return evaluate(code, name, output, Around.NOTHING);
    }

    /// The same, with something done around each of its statements.
    public CellResult evaluate(String code, String name, Output output, Around around) {
        try (var stretch = open()) {
            CellRun run = queue(output, around, stretch);
            try {
                return takeTurn(run) ? inTurn(run, new CellText(name, code)) : new CellResult.Interrupted(false);
            } finally {
                end(run);
            }
        }
    }

    private CellResult inTurn(CellRun run, CellText cell) {
        try {
            run.begin();
            Engine ready = engine.join();
            CellResult result =
                    run.isStopped() ? new CellResult.Nothing() : withCompiler(() -> ready.evaluate(cell, run));
            return run.isStopped() ? new CellResult.Interrupted(run.isAbandoned()) : result;
        } finally {
            turn.unlock();
        }
    }

    /// Waits until no other cell's Java runs; false when the run is stopped before.
    private boolean takeTurn(CellRun run) {
        boolean interrupted = false;
        run.onStop(Thread.currentThread()::interrupt);
        while (!run.isStopped()) {
            try {
                turn.lockInterruptibly();
                break;
            } catch (InterruptedException e) {
                interrupted = !run.isStopped(); // then it was meant for somebody else
            }
        }
        run.onStop(() -> {});
        if (run.isStopped()) Thread.interrupted();
        if (interrupted) Thread.currentThread().interrupt();
        return turn.isHeldByCurrentThread();
    }

    /// Runs work of this process as if it were a cell: its output is the cell's, and [#interrupt] reaches it by
    /// [Thread#interrupt].
    ///
    /// @param grace how long the work has, once interrupted, before it is left behind
    /// @return nothing, or that it was interrupted
    /// @throws Exception what the work threw
    public CellResult call(Output output, Duration grace, Callable<?> work) throws Exception {
        try (var stretch = open()) {
            CellRun run = queue(output, Around.NOTHING, stretch);
            try {
                run.begin();
                onCellThread(run, grace, work);
            } catch (Exception | CellStopped e) {
                if (!run.isStopped()) {
                    throw e;
                }
            } finally {
                end(run);
            }
            return run.isStopped() ? new CellResult.Interrupted(run.isAbandoned()) : new CellResult.Nothing();
        }
    }

    /// From here on a stop reaches the run, also while it waits for its turn.
    private CellRun queue(Output output, Around around, Stretch stretch) {
        used = true;
        CellRun run = new CellRun(output, around, stretch::isStopped);
        running.add(run);
        return run;
    }

    private void end(CellRun run) {
        running.remove(run);
        run.end();
    }

    private Object onCellThread(CellRun run, Duration grace, Callable<?> work) throws Exception {
        CellThread thread = threads.computeIfAbsent(Thread.currentThread(), _ -> new CellThread(classes));
        try {
            return thread.run(run, grace, work);
        } catch (CellThread.StillRunning e) {
            run.note("%s heeds no interrupt and is left behind; what it prints is dropped\n"
                    .formatted(thread.whereabouts()));
            run.abandon();
            thread.retire();
            stops.leaveBehind(thread);
            threads.remove(Thread.currentThread());
            throw e;
        }
    }

    /// Says that the calling thread runs no more cells.
    public void leave() {
        CellThread thread = threads.remove(Thread.currentThread());
        if (thread != null) {
            thread.retire();
        }
    }

    /// Makes one of what the calling thread evaluates and calls until the stretch is closed: a stop that comes
    /// meanwhile, also between two of them, ends them all.
    public Stretch open() {
        return stretches.compute(Thread.currentThread(), (_, outer) -> new Stretch(outer, this::stop, this::closed));
    }

    private void closed(Stretch stretch) {
        stretches.compute(Thread.currentThread(), (_, _) -> stretch.around());
    }

    private void stop(Stretch stretch) {
        stretch.remember();
        stopRemembered();
    }

    /// Stops whatever runs and returns at once.
    public void interrupt() {
        stretches.values().forEach(each -> each.outermost().remember());
        stopRemembered();
    }

    /// A run that begins now sees for itself that its stretch was stopped.
    private void stopRemembered() {
        List<CellRun> stopped = running.stream().filter(CellRun::isStopped).toList();
        if (!stopped.isEmpty()) stops.stop(stopped);
    }

    /// The output of the cell that the calling thread works for.
    public static Optional<Output> outputOfThisThread() {
        return Optional.ofNullable(CellRun.ofThisThread()).map(CellRun::output);
    }

    /// Who answers what the cell that the calling thread works for asks.
    public static Input inputOfThisThread() {
        return outputOfThisThread().map(Output::input).orElse(Input.NOBODY);
    }

    /// Judges whether a text can be run; before the compiler is warm, by its brackets alone.
    public Completeness completeness(String code) {
        if (!isWarm()) {
            return Completeness.atFirstSight(code);
        }
        Engine ready = whole();
        return withCompiler(() -> ready.completeness(code));
    }

    /// The same by what the compiler says, however long it takes until that is there.
    public Completeness certainCompleteness(String code) {
        Engine ready = whole();
        return withCompiler(() -> ready.completeness(code));
    }

    /// Offers what could stand before the cursor, which counts UTF-16 units.
    public Completion complete(String code, int cursor) {
        Engine ready = whole();
        return withCompiler(() -> ready.complete(code, cursor));
    }

    /// Tells what the name at the cursor means, which counts UTF-16 units: signatures, and on demand Javadoc.
    ///
    /// @return nothing where no name stands, or nobody knows it
    public Optional<Inspection> inspect(String code, int cursor, boolean withDocumentation) {
        Engine ready = whole();
        return withCompiler(() -> ready.inspect(code, cursor, withDocumentation));
    }

    /// What cells have declared so far, and not forgotten.
    public List<Declared> declarations() {
        Engine ready = engine.join();
        return withCompiler(() -> ready.declarations().all());
    }

    /// Takes away whatever cells have declared under a name; false if there is nothing.
    public boolean forget(String name) {
        Engine ready = engine.join();
        return withCompiler(() -> ready.declarations().forget(name));
    }

    /// Takes away all that cells have declared and imported.
    public void forgetAll() {
        Engine ready = engine.join();
        withCompiler(() -> {
            ready.declarations().forgetAll();
            return null;
        });
    }

    /// Gives the standard streams back and forgets all cells.
    @Override
    public void close() {
        interrupt();
        threads.values().forEach(CellThread::retire);
        engine.thenAccept(Engine::close);
        exposed.close();
        streams.close();
    }
}
