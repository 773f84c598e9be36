package io.jforge.jupyter;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.repl.Console;
import io.jforge.jupyter.repl.Parts;
import io.jforge.jupyter.repl.Surroundings;
import io.jforge.jupyter.shell.Input;
import io.jforge.runtime.Forge;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `repl`: Java at a terminal, or from files and pipes.
@Command(
        name = "repl",
        description = "run Java as it is typed, from files, or from standard input",
        sortOptions = false)
final class ReplCommand implements Callable<Integer> {
    private static final String HISTORY = "history.db";

    @ParentCommand
    private JForgeCommand parent;

    @Parameters(paramLabel = "FILE", description = "scripts to run, after what -c gives; then it ends")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-c", "--eval"},
            paramLabel = "CODE",
            description = "run this; may be given more than once")
    private List<String> code = new ArrayList<>();

    @Option(
            names = {"-i", "--interactive"},
            description = "stay after the scripts")
    private boolean stay;

    @Option(names = "--class-path", paramLabel = "PATH", description = "jars and class folders that Java may use")
    private String classPath = "";

    @Option(names = "--no-history", description = "keep nothing of what is typed")
    private boolean forgetful;

    @Override
    public Integer call() throws IOException {
        var forge = parent.opened();
        var in = System.in;
        var out = utf8(System.out);
        var err = utf8(System.err);
        try (var bench = Workbench.with(forge);
                var history = history(forge)) {
            var parts = new Parts(bench.shell(), bench.magics(), Workbench.renderer(), history);
            return run(new Console(parts, out, err), in);
        }
    }

    private int run(Console console, InputStream in) throws IOException {
        for (var each : code) if (!console.script(bytes(each), "-c", Input.NOBODY)) return 1;
        for (var file : files) {
            try (var text = Files.newInputStream(file)) {
                if (!console.script(text, file.getFileName().toString(), Input.NOBODY)) return 1;
            }
        }
        boolean talking = stay || (code.isEmpty() && files.isEmpty());
        if (!talking) return 0;
        if (System.console() == null || !System.console().isTerminal())
            return console.script(in, "stdin", Input.NOBODY) ? 0 : 1;
        console.talk(new Surroundings(System.getenv()));
        return 0;
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private History history(Forge forge) {
        return forgetful ? History.inMemory() : History.open(forge.home().resolve(HISTORY), parent.terminal()::line);
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }
}
