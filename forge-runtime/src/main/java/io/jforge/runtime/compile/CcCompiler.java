package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Compiles C Sources with gcc or clang: preprocess, compile, link, each in a child process.
///
/// The preprocessed text is kept apart since it is what the lint judges: no macro can hide anything in it. Each
/// step runs in the Binary's own folder and is given plain file names, so that no message names a temporary folder.
public final class CcCompiler implements Compiler {
    private static final String PRELUDE = "forge.h";

    private final Toolchain toolchain;
    private final Path folder;
    private final Duration deadline;
    private final Child child;
    private final AtomicInteger count = new AtomicInteger();

    /// @param folder gets a sub-folder for each Binary
    /// @param deadline for each of the three steps
    /// @param memoryBytes the most address space that a compiler may take
    public CcCompiler(Toolchain toolchain, Path folder, Duration deadline, long memoryBytes) {
        this.toolchain = toolchain;
        this.folder = folder;
        this.deadline = deadline;
        this.child = new Child(deadline, memoryBytes);
        Resources.copy("/prelude/forge.h", folder.resolve(PRELUDE));
    }

    @Override
    public Step<Binary> compile(Source source, LaunchPlan plan) {
        var name = source.op();
        try {
            var home = Files.createDirectory(folder.resolve(name + "-" + count.incrementAndGet()));
            var text = Files.writeString(home.resolve(name + ".c"), source.text());
            var preprocessed = home.resolve(name + ".i");
            var binary = new Binary(
                    source,
                    plan,
                    Optional.of(preprocessed),
                    home.resolve(name + ".o"),
                    home.resolve(name + ".so"),
                    ResourceReport.none());
            return step(home, preprocess(text, binary, preprocessed))
                    .then(_ -> step(home, assemble(binary, preprocessed)))
                    .then(_ -> step(home, link(binary.object(), binary.library())))
                    .then(_ -> Step.passed(binary));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + folder, failed);
        }
    }

    /// Compiles text of our own (a reference's driver, the host module) straight to a shared object.
    ///
    /// @throws IllegalStateException with the diagnostics if it does not compile
    public Path library(String name, String text, List<String> flags) {
        try {
            var home = Files.createDirectory(folder.resolve(name + "-" + count.incrementAndGet()));
            var source = Files.writeString(home.resolve(name + ".c"), text);
            var library = home.resolve(name + ".so");
            var command = base();
            command.addAll(flags);
            command.addAll(List.of(name(source), "-o", name(library)));
            command.addAll(toolchain.linkFlags());
            var ended = child.run(home, command);
            if (!ended.well())
                throw new IllegalStateException(name + ".c does not compile:\n" + Diagnostics.excerpt(ended.output()));
            return library;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + folder, failed);
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private List<String> base() {
        var command = new ArrayList<>(List.of(toolchain.command().toString()));
        command.addAll(toolchain.compileFlags());
        return command;
    }

    private List<String> preprocess(Path text, Binary binary, Path to) {
        var command = base();
        if (binary.source().header().fastmath()) command.add("-ffast-math");
        binary.plan().defines().forEach((macro, value) -> command.add("-D" + macro + "=" + value));
        command.addAll(List.of("-I..", "-include", PRELUDE, "-E", name(text), "-o", name(to)));
        return command;
    }

    private List<String> assemble(Binary binary, Path preprocessed) {
        var command = base();
        if (binary.source().header().fastmath()) command.add("-ffast-math");
        command.addAll(List.of("-x", "cpp-output", "-c", name(preprocessed), "-o", name(binary.object())));
        return command;
    }

    /// Never with -ffast-math: gcc would link start-up code that changes the rounding of the whole process.
    private List<String> link(Path object, Path library) {
        var command = new ArrayList<>(List.of(toolchain.command().toString(), name(object), "-o", name(library)));
        command.addAll(toolchain.linkFlags());
        return command;
    }

    private Step<Boolean> step(Path home, List<String> command) {
        var ended = child.run(home, command);
        if (ended.late()) return Step.stopped(new Outcome.TimedOut("compile", deadline));
        if (ended.tooLarge())
            return Step.stopped(
                    new Outcome.Rejected("what it compiles to takes more than %d MiB: make its tables smaller"
                            .formatted(Child.LARGEST_FILE >> 20)));
        return ended.well()
                ? Step.passed(true)
                : Step.stopped(new Outcome.Rejected(Diagnostics.excerpt(ended.output())));
    }
}
