package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.spec.SpecException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `export [RUN] TRIAL|best --cu FILE`: a trial as a file that needs no JForge; `export [RUN] --archive
/// FILE`: a whole run as a file that another JForge reads.
@Command(
        name = "export",
        description = "write a run as an archive, or a CUDA trial as one file with main, inputs, check and timing")
class ExportVerb extends Verb {
    @Parameters(
            index = "0..1",
            arity = "0..2",
            paramLabel = "[RUN] [TRIAL|best]",
            hideParamSyntax = true,
            description = "a run's id or name (the last run where left out), and for --cu a trial's number or `best`;"
                    + " RUN/12 too")
    private List<String> words = List.of();

    @Option(names = "--cu", paramLabel = "FILE", description = "the trial, where to, e.g. softmax.cu: for nvcc")
    private String file;

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description = "the whole run, where to, e.g. softmax.jforge: for `import` and `replay`")
    private String archive;

    @Option(names = "--force", description = "overwrite the file if it is there")
    private boolean force;

    @Override
    Answer answer(Forge forge, Screen screen) {
        if (file == null && archive == null)
            throw new SpecException("say what to write: --archive FILE for a whole run, --cu FILE for a CUDA trial");
        if (file != null && archive != null)
            throw new SpecException("--archive and --cu write two files: give one of them at a time");
        return archive == null ? program(forge) : archived(forge);
    }

    private Answer archived(Forge forge) {
        var named = words.isEmpty() ? "last" : words.getFirst();
        if (words.size() > 1 || named.contains("/") || named.matches("\\d+|best"))
            throw new SpecException("an archive holds a whole run: `export RUN --archive %s`".formatted(archive));
        var run = forge.run(named);
        var target = new ExportFile(archive, force, run.id() + ".jforge");
        var archived = forge.archive(run);
        var path = target.write(archived.bytes());
        var said = new ArrayList<String>();
        said.add("%s: run %s with its %,d trials, %,d bytes. `import %s` takes it in, `replay %s` tries it again."
                .formatted(path, run.id(), run.trials().size(), archived.bytes().length, path, path));
        archived.notes().forEach(note -> said.add("Note: " + note));
        return Answer.of(MimeBundle.text(String.join("\n", said)), () -> json(path, run, archived.notes()));
    }

    private static Object json(Path path, Run run, List<String> notes) {
        var json = new LinkedHashMap<String, Object>();
        json.put("file", path.toAbsolutePath().toString());
        json.put("run", run.id());
        json.put("trials", run.trials().size());
        json.put("notes", notes);
        return json;
    }

    private Answer program(Forge forge) {
        if (words.isEmpty())
            throw new SpecException("say which trial: a number or `best`, as in `export best --cu %s`".formatted(file));
        var named = named(words);
        var run = named.size() == 1 ? forge.last() : forge.run(named.getFirst());
        var trial = run.trial(named.getLast());
        var target = ExportFile.cuda(file, force);
        var name = target.name();
        var path = target.write(forge.program(run, trial, name));
        var command = forge.compileCommand(run, trial, name);
        var said = "%s: trial %d of run %s. %s%nIts head comment tells how to compile, profile and check it:%n%n  %s"
                .formatted(path, trial.number(), run.id(), trial.title(), command);
        return Answer.of(MimeBundle.text(said), () -> json(path, run, trial.number(), command));
    }

    private static Object json(Path path, Run run, int trial, String command) {
        var json = new LinkedHashMap<String, Object>();
        json.put("file", path.toAbsolutePath().toString());
        json.put("run", run.id());
        json.put("trial", trial);
        json.put("compile", command);
        return json;
    }
}
