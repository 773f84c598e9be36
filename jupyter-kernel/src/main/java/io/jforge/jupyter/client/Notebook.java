package io.jforge.jupyter.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// A notebook as nbformat 4.5 has it: cells in order, each with an id of its own, and metadata kept as it came.
public record Notebook(List<Cell> cells, ObjectNode metadata) {

    public Notebook {
        cells = List.copyOf(cells);
        metadata = metadata.deepCopy();
        Set<String> ids = new HashSet<>();
        for (Cell cell : cells) {
            if (!ids.add(cell.id())) {
                throw new IllegalArgumentException("two cells have the id '%s'".formatted(cell.id()));
            }
        }
    }

    /// Reads a notebook file of any nbformat 4; cells without an id get one.
    ///
    /// @throws NotebookException when the file cannot be read or is no valid notebook, saying where and why
    public static Notebook read(Path file) {
        try {
            return NotebookReader.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (NotebookException e) {
            throw new NotebookException("%s is not a valid notebook: %s".formatted(file, e.getMessage()), e);
        } catch (NoSuchFileException e) {
            throw new NotebookException("there is no notebook %s".formatted(file), e);
        } catch (IOException e) {
            throw new NotebookException("cannot read the notebook %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// Reads a notebook from its JSON text.
    ///
    /// @throws NotebookException when it is no valid notebook, saying where and why
    public static Notebook parse(String json) {
        return NotebookReader.parse(json);
    }

    /// The JSON text, laid out as Jupyter does it so that version control sees only what changed.
    public String toJson() {
        return NotebookWriter.toJson(this);
    }

    /// Writes the notebook, making folders where needed; an earlier file is replaced at once or not at all.
    ///
    /// @throws NotebookException when the file cannot be written
    public void write(Path file) {
        try {
            replace(file.toAbsolutePath(), toJson().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new NotebookException("cannot write the notebook %s: %s".formatted(file, reason(e)), e);
        }
    }

    private static void replace(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        if (Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.write(file, content);
            return;
        }
        Path draft = file.resolveSibling(".%s.%d.part"
                .formatted(file.getFileName(), ProcessHandle.current().pid()));
        try {
            Files.write(draft, content);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static String reason(IOException e) {
        return "%s (%s)".formatted(e.getMessage(), e.getClass().getSimpleName());
    }

    /// The language of the code cells in lower case, `java` unless the metadata says otherwise.
    public String language() {
        String ofKernelspec = metadata.path("kernelspec").path("language").asString("java");
        return metadata.path("language_info")
                .path("name")
                .asString(ofKernelspec)
                .toLowerCase(Locale.ROOT);
    }

    Notebook mapCode(UnaryOperator<Cell.Code> change) {
        return new Notebook(
                cells.stream()
                        .map(cell -> cell instanceof Cell.Code code ? (Cell) change.apply(code) : cell)
                        .toList(),
                metadata);
    }
}
