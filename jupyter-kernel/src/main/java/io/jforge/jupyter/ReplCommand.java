package io.jforge.jupyter;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.forge.Verbs;
import io.jforge.jupyter.repl.Console;
import io.jforge.jupyter.repl.Parts;
import io.jforge.jupyter.repl.PipedLines;
import io.jforge.jupyter.repl.Surroundings;
import io.jforge.jupyter.shell.Input;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.SpecException;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `repl`: Java at a terminal, or from files and pipes.
@Command(name = "repl", description = "run Java as it is typed, from files or from standard input", sortOptions = false)
final class ReplCommand implements Callable<Integer> {
    private static final String HISTORY = "history.db";

    @ParentCommand
    private JForgeCommand parent;

    @Parameters(paramLabel = "FILE", description = "scripts to run, after what -c gives")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-c", "--eval"},
            paramLabel = "CODE",
            description = "run this; may be given more than once")
    private List<String> code = new ArrayList<>();

    @Option(
            names = {"-i", "--interactive"},
            description = "stay when the scripts have ended")
    private boolean stay;

    @Option(names = "--class-path", paramLabel = "PATH", description = "jars and class folders that Java may use")
    private String classPath = "";

    @Option(names = "--enable-preview", description = "with the preview features of this Java")
    private boolean preview;

    @Option(names = "--no-history", description = "keep nothing of what is typed")
    private boolean forgetful;

    private final InputStream in = System.in;
    private final PrintStream out = utf8(System.out);
    private final PrintStream err = utf8(System.err);
    private final AtomicBoolean interrupted = new AtomicBoolean();

    /// One without options.
    static ReplCommand of(JForgeCommand parent) {
        var command = new ReplCommand();
        command.parent = parent;
        return command;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (preview && !Preview.isEnabled()) return Preview.again(parent.words());
        files.forEach(ReplCommand::check);
        var jars = classPath(classPath);
        var forge = parent.opened();
        try (var history = history(forge);
                var bench = Workbench.with(forge, history)) {
            jars.forEach(bench.shell()::addToClassPath);
            var parts = new Parts(bench.shell(), bench.magics(), Workbench.renderer(), history);
            return run(new Console(parts, out, err));
        }
    }

    private int run(Console console) throws IOException {
        Interrupts.to(() -> {
            interrupted.set(true);
            return console.interrupt();
        });
        if (!scripts(console)) return interrupted.get() ? Verbs.INTERRUPTED : Verbs.FAILED;
        boolean talking = stay || (code.isEmpty() && files.isEmpty());
        if (!talking || console.isLeft()) return 0;
        if (isTerminal()) console.talk(new Surroundings(System.getenv()));
        else if (!console.script(in, "stdin", Input.NOBODY))
            return interrupted.get() ? Verbs.INTERRUPTED : Verbs.FAILED;
        return 0;
    }

    private boolean scripts(Console console) throws IOException {
        var input = new PipedLines(in, out);
        for (var each : code)
            if (!console.script(new ByteArrayInputStream(each.getBytes(StandardCharsets.UTF_8)), "-c", input))
                return false;
        for (var file : files) {
            try (var text = Files.newInputStream(file)) {
                if (!console.script(text, file.getFileName().toString(), input)) return false;
            }
        }
        return true;
    }

    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    private static void check(Path file) {
        if (Files.isDirectory(file) || !Files.isReadable(file))
            throw new SpecException("cannot read the file %s: name one that is there and may be read".formatted(file));
    }

    private static List<Path> classPath(String text) {
        List<Path> entries = new ArrayList<>();
        for (var entry : text.split(File.pathSeparator)) {
            if (entry.isBlank()) continue;
            var path = Path.of(entry);
            if (!Files.exists(path))
                throw new SpecException("no jar or folder %s: --class-path names what is there".formatted(entry));
            entries.add(path.toAbsolutePath());
        }
        return entries;
    }

    private History history(Forge forge) {
        return forgetful ? History.inMemory() : History.open(forge.home().resolve(HISTORY), parent.terminal()::line);
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }
}
