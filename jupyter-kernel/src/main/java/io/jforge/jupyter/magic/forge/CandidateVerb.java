package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.ProgressView;
import io.jforge.jupyter.display.RunView;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Tryout;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `candidate OP`: compiles, verifies and times a source that a person wrote.
@Command(name = "candidate", description = "try a source of your own", sortOptions = false)
class CandidateVerb extends Verb {
    @Parameters(index = "0", paramLabel = "OP", description = "softmax, matmul, ...: `ops` lists them")
    private String op;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            arity = "0..1",
            description =
                    "the source: a file, `-` for standard input; in a notebook the lines under %%%%forge candidate")
    private String file;

    @Mixin
    private TaskOptions task;

    @Option(
            names = "--baseline",
            paramLabel = "B,...",
            description = "what it is measured against besides naive: eager, compile, compile-max, cublas, openblas")
    private String baseline;

    @Option(
            names = "--python",
            paramLabel = "P",
            description = "the Python that has PyTorch, for --baseline (else JFORGE_PYTHON)")
    private String python;

    @Option(names = "--name", paramLabel = "NAME", description = "what to call the run", defaultValue = "")
    private String name;

    @Override
    boolean takesCell() {
        return true;
    }

    /// The status is 1 where the source was not right.
    @Override
    Answer answer(Forge forge, Screen screen) {
        var wanted = tryout(forge)
                .shape(task.shape)
                .dtype(task.dtype)
                .device(task.device)
                .name(name)
                .listener(new ProgressView(screen.progress(), System::nanoTime));
        if (baseline != null) wanted.baseline(baseline);
        if (python != null) wanted.python(python);
        var run = wanted.run().record();
        return new Answer(new RunView(run).all(), () -> RunJson.full(run), status(run));
    }

    private static int status(RunRecord run) {
        if (run.state().equals("interrupted")) return Verbs.INTERRUPTED;
        return run.ending().flatMap(RunEnding::confirmation).isPresent() ? 0 : Verbs.FAILED;
    }

    /// In a cell the first line is the magic's: with a line in its place, what is told of a line has the cell's
    /// number.
    private Tryout tryout(Forge forge) {
        if (file == null && written().cell().isPresent())
            return forge.candidate(op, "\n" + written().cell().get());
        if (file == null)
            throw new SpecException(
                    "where is the source? Name a file, or `-` for standard input; in a notebook write it"
                            + " under `%%forge candidate " + op + "`");
        if (written().cell().isPresent())
            throw new SpecException("the source is the file or the lines below, not both");
        return file.equals("-") ? forge.candidate(op, written().standardInput().get()) : forge.candidateFrom(op, file);
    }
}
