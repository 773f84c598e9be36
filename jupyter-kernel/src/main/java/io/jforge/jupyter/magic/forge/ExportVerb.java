package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `export [RUN] TRIAL|best --cu FILE`: a trial as a file that needs no JForge.
@Command(name = "export", description = "write a CUDA trial as one file with main, inputs, check and timing")
class ExportVerb extends Verb {
    @Parameters(
            index = "0..1",
            arity = "1..2",
            paramLabel = "[RUN] TRIAL|best",
            hideParamSyntax = true,
            description =
                    "a run's id or name (the last run where left out), and a trial's number or `best`; RUN/12 too")
    private List<String> words = List.of();

    @Option(names = "--cu", required = true, paramLabel = "FILE", description = "where to, e.g. softmax.cu: for nvcc")
    private String file;

    @Option(names = "--force", description = "overwrite the file if it is there")
    private boolean force;

    @Override
    Answer answer(Forge forge, Screen screen) {
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
