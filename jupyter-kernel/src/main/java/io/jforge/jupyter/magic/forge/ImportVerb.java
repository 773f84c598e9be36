package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Imported;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.spec.SpecException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `import FILE`: takes the run of an archive into the store.
@Command(
        name = "import",
        description = "take in a run that `export --archive` wrote, here or elsewhere",
        footer = {
            "",
            "The whole file is checked first; of one that is damaged, or of a newer JForge, nothing is taken in."
        })
class ImportVerb extends Verb {
    @Parameters(paramLabel = "FILE", description = "the archive, e.g. softmax.jforge")
    private String file;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var imported = forge.importRun(path(file));
        return Answer.of(MimeBundle.text(imported.summary()), () -> json(imported));
    }

    private static Object json(Imported imported) {
        var json =
                new LinkedHashMap<String, Object>(RunJson.brief(imported.run().record()));
        json.put("imported", imported.isNew());
        json.put("notes", imported.notes());
        return json;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException wrong) {
            throw new SpecException("'%s' is not a file's name: %s".formatted(text, wrong.getReason()));
        }
    }
}
