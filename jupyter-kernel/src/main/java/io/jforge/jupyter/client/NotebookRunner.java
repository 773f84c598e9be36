package io.jforge.jupyter.client;

import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Runs notebooks, each in a kernel process of its own that is gone when the run ends.
///
/// To end a run early, interrupt the thread that called it: the cell is interrupted, what ran is kept, and the kernel
/// is shut down. Interrupted again, the kernel is killed. The thread's interrupt flag is clear afterwards, so that it
/// can write the notebook.
public final class NotebookRunner {
    private final List<String> argv;
    private final Path workingDirectory;
    private final Map<String, String> environment;
    private final InstantSource clock;

    /// @param argv the kernel's command, where `{connection_file}` stands for the file that says where to listen
    /// @param environment added to this process's own
    public NotebookRunner(List<String> argv, Path workingDirectory, Map<String, String> environment) {
        this(argv, workingDirectory, environment, Clock.systemUTC());
    }

    NotebookRunner(List<String> argv, Path workingDirectory, Map<String, String> environment, InstantSource clock) {
        this.argv = List.copyOf(argv);
        this.workingDirectory = workingDirectory;
        this.environment = Map.copyOf(environment);
        this.clock = clock;
    }

    /// Runs the code cells in order and returns the notebook with their outputs, however far it came.
    ///
    /// @throws BadParameterException when a parameter does not fit the notebook; nothing has run then
    public RunResult run(Notebook notebook, RunOptions options, RunListener listener) {
        Notebook prepared = new Parameters(options.parameters()).into(notebook).mapCode(Cell.Code::cleared);
        var run = new NotebookRun(prepared, options, listener, clock);
        // sockets do not survive an interrupt of their thread, so the caller's never touches one
        var task = new FutureTask<>(() -> run(run, prepared));
        Thread.ofPlatform().daemon().name("notebook run").start(task);
        return await(task, run);
    }

    private RunResult run(NotebookRun run, Notebook prepared) {
        try {
            return run.in(new RunningKernel(argv, workingDirectory, environment));
        } catch (KernelLostException e) {
            return new RunResult(prepared, new RunResult.KernelLost(e.getMessage()));
        }
    }

    private static RunResult await(FutureTask<RunResult> task, NotebookRun run) {
        while (true) {
            try {
                return task.get();
            } catch (InterruptedException _) {
                run.interrupt();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException ours ? ours : new IllegalStateException(e.getCause());
            }
        }
    }
}
