package io.jforge.jupyter.server;

import io.jforge.jupyter.display.CellDisplays;
import io.jforge.jupyter.display.Renderer;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.magic.common.CommonMagics;
import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.shell.ShellSetup;
import io.jforge.jupyter.wire.ConnectionInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The life of a process that is a kernel: serves one connection, ends with its parent, leaves no child behind.
public final class KernelProcess {
    /// Jars of this process that cells may use.
    private static final List<String> VISIBLE = List.of("forge-runtime", "tablesaw-core", "xchart");

    private KernelProcess() {}

    /// Serves a plain Java kernel.
    ///
    /// @param arguments the connection file
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            Log.once("a kernel needs one argument, its connection file");
            System.exit(2);
        }
        Shell shell = Shell.start(usualSetup());
        var history = History.inMemory();
        var magics = new Magics(CommonMagics.of(shell, history, System.getenv()));
        serve(Path.of(arguments[0]), shell, magics, Renderer.standard(), history);
    }

    /// What cells of a JForge kernel see and need not import.
    public static ShellSetup usualSetup() {
        List<String> prelude = new ArrayList<>(ShellSetup.USUAL_IMPORTS);
        prelude.add(CellDisplays.PRELUDE);
        prelude.add(CellDisplays.COMMS);
        List<Class<?>> exposed = new ArrayList<>(CellDisplays.EXPOSED);
        exposed.addAll(CommonMagics.EXPOSED);
        return new ShellSetup(ShellSetup.fromClassPath(VISIBLE), exposed, prelude, List.of());
    }

    /// Serves the connection until it is shut down or the parent process ends, then ends this process.
    public static void serve(Path connectionFile, Shell shell, Magics magics, Renderer renderer, History history) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> tidy(shell)));
        endWith(ProcessHandle.current().parent(), shell);
        endWith(
                Optional.ofNullable(System.getenv("JPY_PARENT_PID"))
                        .map(Long::valueOf)
                        .flatMap(ProcessHandle::of),
                shell);
        int status = 0;
        try {
            new NotebookServer(ConnectionInfo.read(connectionFile), shell, magics, renderer, history).run();
        } catch (InterruptedException | RuntimeException e) {
            Log.once(e.getMessage());
            status = 1;
        }
        history.close();
        end(shell, status);
    }

    /// Says something once, where a person looks who wants to know what ails a kernel.
    public static void complain(String text) {
        Log.once(text);
    }

    private static void endWith(Optional<ProcessHandle> parent, Shell shell) {
        parent.filter(process -> process.pid() > 1)
                .ifPresent(process -> process.onExit().thenRun(() -> end(shell, 0)));
    }

    /// Halts rather than exits: a thread that a cell left behind must not keep the process.
    private static void end(Shell shell, int status) {
        tidy(shell);
        Runtime.getRuntime().halt(status);
    }

    private static void tidy(Shell shell) {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        shell.close();
    }
}
