package io.jforge.jupyter;

import io.jforge.jupyter.client.HtmlPage;
import io.jforge.jupyter.client.Notebook;
import io.jforge.jupyter.client.NotebookRunner;
import io.jforge.jupyter.client.RunEvent;
import io.jforge.jupyter.client.RunOptions;
import io.jforge.jupyter.client.RunResult;
import io.jforge.jupyter.magic.forge.Verbs;
import io.jforge.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Runs one notebook file through a kernel process, and writes the notebook and its page.
final class NotebookJob {
    private final Path from;
    private final Path to;
    private final Path html;
    private final Terminal terminal;

    /// @param html where the page goes; null for none
    NotebookJob(Path from, Path to, Path html, Terminal terminal) {
        this.from = from;
        this.to = to;
        this.html = html;
        this.terminal = terminal;
    }

    /// The exit status: what ran is written in any case.
    int run(RunOptions options) {
        var notebook = Notebook.read(from);
        var folder = from.toAbsolutePath().getParent();
        var runner = new NotebookRunner(Installation.here().kernelCommand(), folder, Map.of());
        var result = runner.run(notebook, options, this::tell);
        write(result.notebook());
        return switch (result.ending()) {
            case RunResult.Completed _ -> 0;
            case RunResult.Failed failed ->
                failed("cell " + failed.cell() + " failed: " + failed.failure().value());
            case RunResult.KernelLost lost -> failed(lost.message());
            case RunResult.Interrupted _ -> {
                terminal.error("interrupted; what ran is in " + to);
                yield Verbs.INTERRUPTED;
            }
        };
    }

    private int failed(String why) {
        terminal.error(why + " (the notebook as far as it ran: " + to + ")");
        return Verbs.FAILED;
    }

    private void write(Notebook executed) {
        try {
            Files.createDirectories(to.toAbsolutePath().getParent());
            executed.write(to);
            if (html == null) return;
            Files.createDirectories(html.toAbsolutePath().getParent());
            new HtmlPage(executed, name(from), from.toAbsolutePath().getParent()).write(html);
        } catch (IOException failed) {
            throw new StoreException("cannot write " + to + ": " + failed.getMessage());
        }
    }

    private void tell(RunEvent event) {
        switch (event) {
            case RunEvent.KernelReady ready ->
                terminal.line(String.format(
                        Locale.ROOT, "kernel ready in %.1f s", ready.startup().toMillis() / 1000.0));
            case RunEvent.CellStarted started ->
                terminal.line("[%d/%d] %s"
                        .formatted(
                                started.cell(),
                                started.total(),
                                firstLine(started.code().source())));
            case RunEvent.OutputUpdated updated ->
                terminal.progress("      " + updated.output().text());
            case RunEvent.CellFinished finished -> {
                if (finished.failed()) terminal.line("      failed");
            }
            case RunEvent.CellOutput _ -> {
                // the notebook shows it
            }
        }
    }

    private static String name(Path file) {
        var name = file.getFileName().toString();
        return name.endsWith(".ipynb") ? name.substring(0, name.length() - 6) : name;
    }

    private static String firstLine(String source) {
        return source.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    }
}
