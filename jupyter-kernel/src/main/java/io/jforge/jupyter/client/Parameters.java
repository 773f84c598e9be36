package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.SourceVersion;

/// Puts given values into a notebook: as a cell of declarations after the one whose defaults they replace.
final class Parameters {
    private static final String DEFAULTS = "parameters";
    private static final String INJECTED = "injected-parameters";

    private final Map<String, String> values;

    Parameters(Map<String, String> values) {
        this.values = values;
    }

    /// The notebook with the values in, and without those of an earlier run; unchanged when there are none.
    ///
    /// @throws BadParameterException when a name or value does not fit the notebook
    Notebook into(Notebook notebook) {
        if (values.isEmpty()) {
            return notebook;
        }
        if (!notebook.language().equals("java")) {
            throw new BadParameterException(
                    "parameters can be given to Java notebooks only, and this one is in " + notebook.language());
        }
        List<Cell> cells = notebook.cells().stream()
                .filter(cell -> !cell.tagged(INJECTED))
                .collect(Collectors.toCollection(ArrayList::new));
        OptionalInt defaults = IntStream.range(0, cells.size())
                .filter(i -> cells.get(i) instanceof Cell.Code && cells.get(i).tagged(DEFAULTS))
                .findFirst();
        Optional<String> declared =
                defaults.stream().mapToObj(i -> cells.get(i).source()).findFirst();
        cells.add(defaults.isPresent() ? defaults.getAsInt() + 1 : 0, injected(declared, cells));
        return new Notebook(cells, notebook.metadata());
    }

    private Cell injected(Optional<String> defaults, List<Cell> others) {
        String source = values.entrySet().stream()
                .map(value -> declaration(value.getKey(), value.getValue(), defaults))
                .collect(Collectors.joining("\n", "// given to this run\n", ""));
        var metadata = Json.object();
        metadata.putArray("tags").add(INJECTED);
        var cell = new Cell.Code(INJECTED, source, metadata, OptionalInt.empty(), List.of());
        var taken = others.stream().map(Cell::id).collect(Collectors.toSet());
        return taken.contains(INJECTED) ? cell.withId(CellIds.fresh(cell, taken)) : cell;
    }

    private static String declaration(String name, String value, Optional<String> defaults) {
        if (!SourceVersion.isIdentifier(name) || SourceVersion.isKeyword(name)) {
            throw new BadParameterException("'%s' is no name of a Java variable".formatted(name));
        }
        if (defaults.isPresent()
                && !Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                        .matcher(defaults.get())
                        .find()) {
            throw new BadParameterException("the notebook has no parameter '%s'; its parameters cell says:\n%s"
                    .formatted(name, defaults.get()));
        }
        Optional<Matcher> declared =
                defaults.map(source -> declarationOf(name).matcher(source)).filter(Matcher::find);
        String type = declared.map(found -> found.group("type")).orElse("var");
        String initial = declared.map(found -> found.group("initial")).orElse("");
        return JavaValue.declaration(type, initial, name, value);
    }

    /// A variable's type and, as far as the line goes, its initial value; also after others of the same type.
    private static Pattern declarationOf(String name) {
        return Pattern.compile("(?m)(?:^|[;{}])\\s*(?:(?:final|static|public|private)\\s+)*"
                + "(?<type>[A-Za-z_][\\w.]*(?:<[^=;]*>)?(?:\\[])*)\\s+(?:[^;/]*,\\s*)?"
                + Pattern.quote(name) + "\\s*(?:[;,]|=\\s*(?<initial>[^;\\n]*))");
    }
}
