package io.jforge.jupyter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotebookTest {

    /// Every kind of cell and output, laid out as Jupyter itself writes it.
    static final String EVERYTHING = """
            {
             "cells": [
              {
               "attachments": {
                "dot.png": {
                 "image/png": "iVBORw0KGgo="
                }
               },
               "cell_type": "markdown",
               "id": "intro",
               "metadata": {
                "somebody": {
                 "else": [
                  1,
                  2.5
                 ]
                }
               },
               "source": [
                "# Title\\n",
                "![dot](attachment:dot.png)"
               ]
              },
              {
               "cell_type": "code",
               "execution_count": 3,
               "id": "0a-_Z",
               "metadata": {
                "tags": [
                 "parameters"
                ]
               },
               "outputs": [
                {
                 "name": "stderr",
                 "output_type": "stream",
                 "text": [
                  "\\u001b[31mred\\u001b[0m é😀\\n"
                 ]
                },
                {
                 "data": {
                  "application/vnd.plot+json": {
                   "points": []
                  },
                  "image/png": "iVBORw0KGgo=",
                  "text/plain": [
                   "a\\n",
                   "b"
                  ]
                 },
                 "metadata": {},
                 "output_type": "display_data"
                },
                {
                 "data": {
                  "text/plain": [
                   "42"
                  ]
                 },
                 "execution_count": 3,
                 "metadata": {},
                 "output_type": "execute_result"
                },
                {
                 "ename": "Oops",
                 "evalue": "",
                 "output_type": "error",
                 "traceback": []
                }
               ],
               "source": [
                "int rows = 1;"
               ]
              },
              {
               "cell_type": "raw",
               "id": "raw",
               "metadata": {},
               "source": []
              }
             ],
             "metadata": {
              "kernelspec": {
               "display_name": "Java (JForge)",
               "language": "java",
               "name": "jforge"
              },
              "widgets": {
               "kept": true
              }
             },
             "nbformat": 4,
             "nbformat_minor": 5
            }
            """;

    @Test
    void whatJupyterWroteIsWrittenBackToTheByte() {
        assertThat(Notebook.parse(EVERYTHING).toJson()).isEqualTo(EVERYTHING);
    }

    @Test
    void anOlderNotebookGetsIdsAlwaysTheSame() {
        String older = notebook(4, 2, markdown("\"one\""), markdown("\"one\""));
        Notebook read = Notebook.parse(older);
        assertThat(read.cells()).extracting(Cell::id).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9a-f]{8}"));
        assertThat(Notebook.parse(older)).isEqualTo(read);
        assertThat(read.toJson()).contains("\"nbformat_minor\": 5");
    }

    @Test
    void twoCellsOfOneIdAreToldApart() {
        String twice = "{'cell_type': 'raw', 'id': 'same', 'metadata': {}, 'source': ''}".replace('\'', '"');
        assertThat(Notebook.parse(notebook(4, 5, twice, twice)).cells())
                .extracting(Cell::id)
                .doesNotHaveDuplicates()
                .first()
                .isEqualTo("same");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'cells':|malformed JSON in line 1",
                "[]|its JSON is not an object",
                "{'cells': []}|it has no nbformat number",
                "{'nbformat': 3, 'worksheets': []}|it is in the old nbformat 3; open it in Jupyter and save it",
                "{'nbformat': 4, 'nbformat_minor': 9}|it is in nbformat 4.9, newer than the 4.5 known here",
                "{'nbformat': 4, 'metadata': {}}|it has no list of cells",
                "{'nbformat': 4, 'cells': []}|the notebook has no metadata object",
                "{'nbformat': 4, 'metadata': {'kernelspec': {'name': 'x'}}}|its metadata's kernelspec has no display_name",
            })
    void aFileThatIsNoNotebookIsExplained(String json, String message) {
        assertThatThrownBy(() -> Notebook.parse(json.replace('\'', '"')))
                .isInstanceOf(NotebookException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'cell_type': 'raw', 'source': ''}|cell 2 has no metadata object",
                "{'cell_type': 'code', 'metadata': {}}|the source of cell 2 is missing or not text",
                "{'cell_type': 'heading', 'metadata': {}, 'source': ''}|cell 2 is not of type code, markdown or raw",
                "{'cell_type': 'raw', 'metadata': {}, 'source': '', 'id': 'a b'}|"
                        + "cell 2 has the id 'a b'; an id is 1 to 64 letters, digits, '-' or '_'",
                "{'cell_type': 'raw', 'metadata': {'tags': 'x'}, 'source': ''}|cell 2 has tags that are not a list of words",
                "{'cell_type': 'code', 'metadata': {}, 'source': ''}|cell 2 has no list of outputs",
                "{'cell_type': 'code', 'metadata': {}, 'source': '', 'outputs': [{}]}|"
                        + "output 1 of cell 2 has no output_type known to nbformat",
                "{'cell_type': 'code', 'metadata': {}, 'source': '', 'outputs': [{'output_type': 'display_data'}]}|"
                        + "output 1 of cell 2 has no data object",
                "{'cell_type': 'code', 'metadata': {}, 'source': '', 'outputs': [], 'execution_count': 'x'}|"
                        + "cell 2 has an execution_count that is no count",
            })
    void theCellThatIsWrongIsNamed(String cell, String message) {
        String json = notebook(4, 5, markdown("\"fine\""), cell.replace('\'', '"'));
        assertThatThrownBy(() -> Notebook.parse(json))
                .isInstanceOf(NotebookException.class)
                .hasMessage(message);
    }

    @Test
    void aNotebookIsWrittenWholeIntoFoldersMadeForIt(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("of runs/today/é.ipynb");
        Notebook notebook = Notebook.parse(EVERYTHING);
        notebook.write(file);
        notebook.write(file);
        assertThat(Notebook.read(file)).isEqualTo(notebook);
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFileThatCannotBeReadOrWrittenIsNamed(@TempDir Path folder) throws IOException {
        Path absent = folder.resolve("absent.ipynb");
        assertThatThrownBy(() -> Notebook.read(absent)).hasMessage("there is no notebook " + absent);
        Path text = Files.writeString(folder.resolve("text.ipynb"), "hello");
        assertThatThrownBy(() -> Notebook.read(text)).hasMessageContaining("text.ipynb is not a valid notebook");
        assertThatThrownBy(() -> Notebook.parse(EVERYTHING).write(text.resolve("under.ipynb")))
                .hasMessageContaining("cannot write the notebook");
    }

    private static String markdown(String source) {
        return "{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": %s}".formatted(source);
    }

    private static String notebook(int major, int minor, String... cells) {
        return "{\"nbformat\": %d, \"nbformat_minor\": %d, \"metadata\": {}, \"cells\": [%s]}"
                .formatted(major, minor, String.join(", ", cells));
    }
}
