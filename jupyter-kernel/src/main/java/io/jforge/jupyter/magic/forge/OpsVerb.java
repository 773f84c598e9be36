package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Preset;
import io.jforge.runtime.spec.SpecException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `ops [OP]`: the catalogue, or one op with its presets; `ops --define FOLDER`: one more op.
@Command(name = "ops", description = "list the ops, tell one's shapes and presets, or define one")
class OpsVerb extends Verb {
    @Parameters(paramLabel = "OP", arity = "0..1", description = "the op to tell about")
    private String name;

    @Option(
            names = "--define",
            paramLabel = "FOLDER",
            description = "try the op that a folder declares, and add it for as long as this process runs")
    private String folder;

    @Override
    Answer answer(Forge forge, Screen screen) {
        if (folder != null) return defined(forge);
        if (name != null) return one(forge.catalogue().find(name).op());
        var ops = forge.catalogue().names().stream()
                .map(each -> forge.catalogue().find(each).op())
                .toList();
        var table = new Grid("op", "shape", "dtypes", "what it computes");
        for (var op : ops) table.row(op.name(), op.shapeUsage(), dtypes(op), op.doc());
        return Answer.of(
                table.bundle(),
                () -> Map.of("ops", ops.stream().map(OpsVerb::json).toList()));
    }

    private Answer defined(Forge forge) {
        if (name != null) throw new SpecException("--define takes a folder alone: its op.yaml names the op");
        var definition = forge.define(path(folder));
        return Answer.of(
                MimeBundle.text(definition.summary()),
                () -> Map.of("op", definition.op(), "checked", definition.summary()));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new SpecException("'%s' is not the path of a folder".formatted(text));
        }
    }

    private static Answer one(Op op) {
        var table = new Grid("preset", "shape", "dtypes", "from");
        for (var preset : op.presets().values())
            table.row(preset.name(), sizes(preset.symbols()), labels(preset.dtypes()), preset.from());
        var head = "%s: %s%nshape: %s%ndtypes: %s".formatted(op.name(), op.doc(), op.shapeUsage(), dtypes(op));
        return new Answer(List.of(MimeBundle.text(head), table.bundle()), () -> json(op), 0);
    }

    private static Object json(Op op) {
        var json = new LinkedHashMap<String, Object>();
        json.put("op", op.name());
        json.put("doc", op.doc());
        json.put("shape", op.shapeUsage());
        json.put("dtypes", op.dtypes().stream().map(OpsVerb::labelled).toList());
        json.put("presets", op.presets().values().stream().map(OpsVerb::json).toList());
        return json;
    }

    private static Object json(Preset preset) {
        var json = new LinkedHashMap<String, Object>();
        json.put("preset", preset.name());
        json.put("symbols", preset.symbols());
        json.put("dtypes", labelled(preset.dtypes()));
        json.put("from", preset.from());
        return json;
    }

    private static String dtypes(Op op) {
        return op.dtypes().stream().map(OpsVerb::labels).distinct().collect(Collectors.joining(", "));
    }

    private static String labels(Map<String, DType> dtypes) {
        return dtypes.values().stream().map(DType::label).distinct().collect(Collectors.joining("/"));
    }

    private static Map<String, String> labelled(Map<String, DType> dtypes) {
        var labels = new LinkedHashMap<String, String>();
        dtypes.forEach((variable, dtype) -> labels.put(variable, dtype.label()));
        return labels;
    }

    private static String sizes(Map<String, Long> symbols) {
        return symbols.entrySet().stream()
                .map(size -> size.getKey() + "=" + size.getValue())
                .collect(Collectors.joining(","));
    }
}
