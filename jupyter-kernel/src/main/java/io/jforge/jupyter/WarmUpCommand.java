package io.jforge.jupyter;

import io.jforge.jupyter.client.HtmlPage;
import io.jforge.jupyter.client.Notebook;
import io.jforge.jupyter.client.NotebookRunner;
import io.jforge.jupyter.client.Rehearsal;
import io.jforge.jupyter.client.RunOptions;
import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Magics;
import io.jforge.jupyter.repl.Console;
import io.jforge.jupyter.repl.Parts;
import io.jforge.jupyter.server.NotebookServer;
import io.jforge.jupyter.wire.ConnectionInfo;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.compile.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

    /// How often the commonest cell runs: often enough for the JVM to see what is worth compiling.
    private static final int ROUNDS = 150;

    private static final List<String> CELLS = List.of(
            "int x = 1;",
            "record P(int x) {}\nvar all = List.of(new P(1), new P(2));\nprintln(all);\nall",
            "int twice(int n) { return 2 * n; }\ntwice(x)",
            "for (int i = 0; i < 100; i++) System.out.println(\"line \" + i);",
            "int broken = \"text\";",
            "throw new IllegalStateException(\"why\");",
            "display(1)",
            "%lsmagic",
            "%forge ops",
            "%forge devices");

    /// Typed at the terminal: a whole cell, an unfinished one, a completion, and that the person leaves.
    private static final String KEYS = "1+1\rfor (int i = 0; i < 2; i++) {\rprintln(i);\r}\r\"\".isBl\t\rexit\r";

    /// All sides, since one recording serves all: a kernel in this process, a notebook through one of its own, a
    /// person at a terminal.
    @Override
    public Integer call() throws IOException, InterruptedException {
        talk();
        var connection = ConnectionInfo.onFreePorts(UUID.randomUUID().toString());
        var asking = Thread.ofPlatform().start(() -> ask(connection));
        serve(connection);
        asking.join();
        var result = new NotebookRunner(Installation.here().kernelCommand(), Path.of("."), Map.of())
                .run(Notebook.parse(NOTEBOOK), RunOptions.DEFAULT.withStartupDeadline(Duration.ofSeconds(20)), _ -> {});
        var page = new HtmlPage(result.notebook(), "warm-up", Path.of(".")).html();
        return page.isEmpty() ? 1 : 0;
    }

    private static void talk() throws IOException {
        try (var forge = Forge.open(System.getenv());
                var history = History.inMemory();
                var bench = Workbench.with(forge, history)) {
            var parts = new Parts(bench.shell(), bench.magics(), Workbench.renderer(), history);
            new Console(parts, System.out, System.err).rehearse(KEYS);
        }
    }

    private static void serve(ConnectionInfo connection) throws InterruptedException {
        var kept = scratch();
        try (var forge = Forge.open(System.getenv());
                var history = History.open(kept.resolve("history.db"), _ -> {});
                var bench = Workbench.with(forge, history)) {
            var magics = new Magics(bench.magics());
            new NotebookServer(connection, bench.shell(), magics, Workbench.renderer(), history).run();
        } finally {
            Folders.delete(kept);
        }
    }

    private static Path scratch() {
        try {
            return Files.createTempDirectory("jforge-warm-up-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder", e);
        }
    }

    private static void ask(ConnectionInfo kernel) {
        try (var client = new Rehearsal(kernel)) {
            client.ask("kernel_info_request", Json.object());
            client.ask("is_complete_request", Json.object().put("code", "int f() {"));
            for (int i = 0; i < ROUNDS; i++) client.execute("1+1");
            CELLS.forEach(client::execute);
            client.ask(
                    "complete_request", Json.object().put("code", "\"\".isBl").put("cursor_pos", 7));
            client.ask("inspect_request", Json.object().put("code", "List.of").put("cursor_pos", 7));
            client.shutdown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
