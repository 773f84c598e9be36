package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.TrialSheet;
import io.jforge.runtime.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `report [RUN] [--csv FILE]`: all that is known of a run, for a person or for another program.
@Command(name = "report", description = "tell all of a run, every trial too, or write its trials as CSV")
class ReportVerb extends Verb {
    private static final String STANDARD_OUTPUT = "-";

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "a run's id or name; the last run where left out")
    private String named;

    @Option(names = "--csv", paramLabel = "FILE", description = "write a line for each trial; - is standard output")
    private String csv;

    @Option(names = "--force", description = "overwrite the file if it is there")
    private boolean force;

    @Override
    Answer answer(Forge forge, Screen screen) {
        var run = named == null ? forge.last() : forge.run(named);
        if (csv == null) return told(run);
        if (!csv.equals(STANDARD_OUTPUT)) return written(run, new ExportFile(csv, force, run.id() + ".csv"));
        if (json())
            throw new SpecException("--csv - and --json both take standard output: name a file for one of them");
        screen.json().accept(TrialSheet.csv(run.record()).stripTrailing());
        return new Answer(List.of(), Map::of, 0);
    }

    private static Answer told(Run run) {
        var shown = new ArrayList<>(Answers.shown(run));
        shown.add(Grid.bundle(run.trialTable()));
        return new Answer(
                shown,
                () -> {
                    var json = Answers.json(run);
                    json.put("trial_rows", TrialSheet.rows(run.record()));
                    return json;
                },
                0);
    }

    private static Answer written(Run run, ExportFile file) {
        var path = file.write(TrialSheet.csv(run.record()));
        int trials = run.trials().size();
        return Answer.of(MimeBundle.text("%s: the %,d trials of run %s".formatted(path, trials, run.id())), () -> {
            var json = new LinkedHashMap<String, Object>();
            json.put("file", path.toAbsolutePath().toString());
            json.put("run", run.id());
            json.put("trials", trials);
            return json;
        });
    }
}
