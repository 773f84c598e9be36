package io.jforge.jupyter;

import io.jforge.jupyter.client.HtmlPage;
import io.jforge.jupyter.client.Notebook;
import io.jforge.jupyter.client.NotebookRunner;
import io.jforge.jupyter.client.RunOptions;
import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.magic.forge.ForgeMagic;
import io.jforge.jupyter.shell.Shell;
import io.jforge.runtime.Forge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `warm-up`: does a little of everything, so that the launcher can record what start-up loads.
@Command(name = "warm-up", hidden = true, description = "exercise start-up for the AOT cache")
final class WarmUpCommand implements Callable<Integer> {
    private static final String NOTEBOOK = """
            {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
             {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Title"},
             {"cell_type": "code", "id": "b", "metadata": {}, "execution_count": null, "outputs": [], "source": "1 + 1"},
             {"cell_type": "code", "id": "c", "metadata": {}, "execution_count": null, "outputs": [], "source": "%forge ops"}]}
            """;

    private static final List<String> CELLS = List.of(
            "1 + 1",
            "%forge ops",
            "record P(int x) {}\nvar all = List.of(new P(1), new P(2));\nprintln(all);\nall",
            "%forge devices",
            "int broken = \"text\";");

    /// Both sides, since one recording serves both: cells in this process, and a notebook through a kernel of its own.
    @Override
    public Integer call() throws InterruptedException {
        try (var forge = Forge.open(System.getenv());
                var shell = Shell.start(KernelCommand.setup())) {
            shell.bind("forge", Forge.class.getName(), forge);
            var magics = new Magics(List.of(new ForgeMagic(() -> forge)));
            var cells = new CellRunner(shell, magics, KernelCommand.renderer());
            for (var cell : CELLS) cells.run(cell, "warm-up", (_, _) -> {}, _ -> _ -> {});
        }
        var result = new NotebookRunner(Installation.here().kernelCommand(), Path.of("."), Map.of())
                .run(Notebook.parse(NOTEBOOK), RunOptions.DEFAULT.withStartupDeadline(Duration.ofSeconds(20)), _ -> {});
        var page = new HtmlPage(result.notebook(), "warm-up", Path.of(".")).html();
        return page.isEmpty() ? 1 : 0;
    }
}
