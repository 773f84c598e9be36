package io.jforge.jupyter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written here, as Jupyter's own library reads it.
@Tag("jupyter")
class NbformatTest {
    private static final Path PYTHON = Path.of("/usr/bin/python3");

    @TempDir
    Path folder;

    @BeforeAll
    static void needsNbformat() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(PYTHON), "skipped: there is no " + PYTHON);
        assumeTrue(python("import nbformat").isEmpty(), "skipped: " + PYTHON + " has no nbformat");
    }

    @Test
    void everyKindOfCellAndOutputIsValid() throws IOException, InterruptedException {
        assertThat(complaints(Notebook.parse(NotebookTest.EVERYTHING))).isEmpty();
    }

    @Test
    void anUpgradedNotebookIsValid() throws IOException, InterruptedException {
        String older = """
                {"nbformat": 4, "nbformat_minor": 0, "metadata": {}, "cells": [
                 {"cell_type": "code", "metadata": {}, "source": "1", "outputs": [], "execution_count": null},
                 {"cell_type": "code", "metadata": {}, "source": ["1"], "outputs": []},
                 {"cell_type": "markdown", "metadata": {"x": 1}, "source": ["a\\n", "b"]}]}
                """;
        assertThat(complaints(Notebook.parse(older))).isEmpty();
    }

    private String complaints(Notebook notebook) throws IOException, InterruptedException {
        Path file = folder.resolve("written.ipynb");
        notebook.write(file);
        return python(
                "import sys, warnings, nbformat; warnings.simplefilter('error');"
                        + " nbformat.validate(nbformat.read(sys.argv[1], as_version=4))",
                file.toString());
    }

    /// Everything that Python says about the script, nothing when it is content.
    private static String python(String script, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(PYTHON.toString(), "-c", script));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : said + "exit code " + process.exitValue();
    }
}
