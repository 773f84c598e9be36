package io.jforge.runtime;

import io.jforge.runtime.compile.MissingTool;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.OpFiles;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.verify.SpecLint;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// An op of a person's own: read from a folder, and linted on every kind of device that is here.
public final class Definition {
    private final Catalogue.Entry entry;
    private final List<Linted> linted;

    /// On which kind of device, and what was found there.
    private record Linted(Target target, SpecLint.Found found) {}

    private Definition(Catalogue.Entry entry, List<Linted> linted) {
        this.entry = entry;
        this.linted = List.copyOf(linted);
    }

    /// @throws SpecException saying what is missing or wrong
    /// @throws MissingTool if there is no compiler for any device
    static Definition of(OpFiles files, Forge forge) {
        var entry = files.entry();
        forge.catalogue().requireNew(entry.op().name());
        var linted = new ArrayList<Linted>();
        var missing = new ArrayList<MissingTool>();
        for (var target : kinds(forge)) {
            try {
                lint(entry, target, forge).ifPresent(linted::add);
            } catch (MissingTool without) {
                missing.add(without);
            }
        }
        if (linted.isEmpty() && !missing.isEmpty()) throw missing.getFirst();
        if (linted.isEmpty())
            throw new SpecException("%s cannot be tried here: its dtypes need a GPU"
                    .formatted(entry.op().name()));
        return new Definition(entry, linted);
    }

    /// The first device of each kind.
    private static Collection<Target> kinds(Forge forge) {
        var kinds = new LinkedHashMap<String, Target>();
        forge.devices().forEach(target -> kinds.putIfAbsent(target.kind(), target));
        return kinds.values();
    }

    /// Empty where this target has nothing to try: no tensors of the op's dtypes, or on a GPU no source.
    private static Optional<Linted> lint(Catalogue.Entry entry, Target target, Forge forge) {
        var naive = Optional.ofNullable(entry.naive().get(target.language()));
        if (target.kind().equals(Target.CUDA) && naive.isEmpty()) return Optional.empty();
        var lint = new SpecLint(entry.op(), naive, target, new SecureRandom());
        return lint.task().map(task -> {
            var maker = forge.tools(target, _ -> Optional.empty());
            var lock = forge.lock(target, forge.usualListener());
            return new Linted(target, lock.holding(() -> lint(lint, entry.reference(), task, maker)));
        });
    }

    private static SpecLint.Found lint(SpecLint lint, String reference, Task task, Tools.Maker maker) {
        try (var folder = TemporaryFolder.usual()) {
            var tools = maker.in(folder.path(), task);
            var device = task.target().id();
            try (var worker = new Fence(device, folder.folder("worker"), tools.host());
                    var judge = new Fence(device, folder.folder("judge"), tools.host())) {
                return lint.check(reference, new SpecLint.Means(tools.compiler(), tools.own(), worker, judge));
            } finally {
                tools.close().run();
            }
        }
    }

    Catalogue.Entry entry() {
        return entry;
    }

    public String op() {
        return entry.op().name();
    }

    /// What was checked, in one line.
    public String summary() {
        var parts = linted.stream().map(Definition::words).toList();
        var silent = entry.naive().keySet().stream()
                .filter(language -> linted.stream()
                        .noneMatch(each -> each.found().naive() && each.target().language() == language))
                .map(Definition::untried)
                .toList();
        return "%s is defined for this session: %s%s"
                .formatted(op(), String.join("; ", parts), silent.isEmpty() ? "" : "; " + String.join("; ", silent));
    }

    private static String untried(Language language) {
        return "naive.%s was not run: nothing here runs it".formatted(language.suffix());
    }

    private static String words(Linted linted) {
        var found = linted.found();
        return "on %s %d shapes of %s%s%s"
                .formatted(
                        linted.target().id(),
                        found.shapes(),
                        String.join(", ", found.dtypes()),
                        found.preset()
                                .map(shape -> " (one of them a preset, " + shape + ")")
                                .orElse(""),
                        found.naive()
                                ? ", where naive and the reference agree and no guess passes"
                                : ", where no guess passes for the reference");
    }
}
