package io.jforge.jupyter;

import io.jforge.jupyter.client.RunOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `run NOTEBOOK`: executes a notebook through a real kernel and writes it back.
@Command(name = "run", description = "execute a notebook, without Jupyter", sortOptions = false)
final class RunCommand implements Callable<Integer> {
    @ParentCommand
    private JForgeCommand parent;

    @Parameters(paramLabel = "NOTEBOOK", description = "an .ipynb file")
    private Path notebook;

    @Option(names = "--out", paramLabel = "F", description = "where the executed notebook goes (NOTEBOOK itself)")
    private Path out;

    @Option(names = "--html", paramLabel = "F", description = "write a self-contained page too")
    private Path html;

    @Option(names = "--param", paramLabel = "k=v", description = "declare a variable after the cell tagged parameters")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--allow-errors", description = "go on after a cell that failed")
    private boolean allowErrors;

    @Option(names = "--json", description = "print one JSON object and nothing else")
    private boolean json;

    @Option(names = "--debug", description = "show the whole stack trace of a failure")
    private boolean debug;

    @Override
    public Integer call() {
        var to = out == null ? notebook : out;
        var options = RunOptions.DEFAULT.withParameters(parameters).allowingErrors(allowErrors);
        int status = new NotebookJob(notebook, to, html, parent.terminal()).run(options);
        parent.terminal().files(to, html, status, json);
        return status;
    }
}
