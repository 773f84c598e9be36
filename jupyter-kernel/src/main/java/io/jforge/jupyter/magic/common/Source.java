package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.MagicException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Code that lies in a file.
///
/// @param name what traces call it
record Source(String name, String code) {
    /// A cell has no package; what a file declares becomes the cells' own.
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+[\\w.]+\\s*;");

    /// The pieces of a file: the code cells of a notebook, else the file as a whole.
    ///
    /// @throws MagicException if it cannot be read
    static List<Source> of(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            String text = Files.readString(file);
            if (name.endsWith(".ipynb")) return cells(name, new JsonMapper().readTree(text));
            return List.of(new Source(
                    name, name.endsWith(".java") ? PACKAGE.matcher(text).replaceFirst("") : text));
        } catch (java.nio.file.NoSuchFileException e) {
            throw new MagicException("%%load: there is no file %s".formatted(file));
        } catch (IOException e) {
            throw new MagicException("%%load: %s cannot be read as text: %s".formatted(file, e.getMessage()));
        } catch (JacksonException e) {
            throw new MagicException("%%load: %s is no notebook: it is not JSON".formatted(file));
        }
    }

    private static List<Source> cells(String name, JsonNode notebook) {
        List<Source> cells = new ArrayList<>();
        for (JsonNode cell : notebook.path("cells")) {
            if (!cell.path("cell_type").asString("").equals("code")) continue;
            var text = new StringBuilder(
                    cell.path("source").isString() ? cell.path("source").asString() : "");
            for (JsonNode line : cell.path("source")) text.append(line.asString(""));
            cells.add(new Source("%s, code cell %d".formatted(name, cells.size() + 1), text.toString()));
        }
        if (cells.isEmpty()) throw new MagicException("%%load: %s has no code cells".formatted(name));
        return cells;
    }
}
