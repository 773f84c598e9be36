package io.jforge.runtime;

import io.jforge.runtime.device.Isolation;
import io.jforge.runtime.llm.LlmName;
import io.jforge.runtime.llm.Money;
import io.jforge.runtime.llm.Price;
import io.jforge.runtime.measure.BaselineKind;
import io.jforge.runtime.measure.Cache;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.OpFiles;
import io.jforge.runtime.propose.LlmProposer;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.report.TrialSheet;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Goal;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.Archive;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Refuses the run of an archive that reads and still could not be shown, repeated or gone on with: whoever
/// can write a file can write checksums for it.
final class Admission {
    private static final String[] SEARCHES = Stream.concat(
                    Optimization.SEARCHES.stream(), Stream.of(RunRecord.CANDIDATE, Replaying.SEARCH))
            .toArray(String[]::new);

    private final Archive archive;
    private final RunRecord run;
    private final RunHeader header;

    private Admission(Archive archive) {
        this.archive = archive;
        this.run = archive.run();
        this.header = run.header();
    }

    /// @param file for messages
    /// @throws SpecException naming the part that does not fit
    static void require(Path file, Archive archive, Catalogue catalogue) {
        try {
            new Admission(archive).require(catalogue);
        } catch (SpecException misfit) {
            throw new SpecException("%s: %s".formatted(file, misfit.getMessage()));
        }
    }

    private void require(Catalogue catalogue) {
        requireNames();
        requireSettings();
        header.settings().llm().ifPresent(Admission::requireLlm);
        requireTask(catalogue);
        run.ending().flatMap(RunEnding::confirmation).ifPresent(Admission::requireBaselines);
        header.settings()
                .from()
                .ifPresent(from -> part(
                        "run.json, header.settings.from",
                        () -> requireFit(
                                Source.parse(from.text()),
                                from.start(),
                                !from.start().isEmpty())));
        for (var trial : run.trials())
            part("trial " + trial.number(), () -> requireFit(trial.candidate().source(), trial));
        part("its parts together", () -> {
            RunJson.full(run);
            TrialSheet.of(run);
        });
    }

    private static void part(String name, Runnable check) {
        try {
            check.run();
        } catch (SpecException misfit) {
            throw new SpecException("%s: %s".formatted(name, misfit.getMessage()));
        } catch (RuntimeException misfit) {
            throw new SpecException("%s: no run has such".formatted(name));
        }
    }

    private static void setting(String name, Runnable check) {
        part("run.json, header.settings." + name, check);
    }

    private void requireNames() {
        var id = header.id();
        if (!header.name().equals(id)) part("run.json, header.name", () -> Optimization.checkedName(header.name()));
        if (Optimization.isTaken(id))
            throw new SpecException("run.json, header.id: '%s' means a trial or another run".formatted(id));
    }

    private void requireSettings() {
        var settings = header.settings();
        setting("search", () -> Optimization.chosen("search", settings.search(), SEARCHES, Function.identity()));
        setting("iterations", () -> Budget.iterations(settings.iterations()));
        setting("time", () -> given(settings.time()).ifPresent(Budget::seconds));
        setting("goal", () -> given(settings.goal()).ifPresent(Goal::parse));
        setting(
                "isolation",
                () -> Optimization.chosen("isolation", settings.isolation(), Isolation.values(), Isolation::label));
        setting("cache", () -> Optimization.chosen("cache", settings.cache(), Cache.values(), Cache::label));
        setting("baseline", () -> given(settings.baseline()).ifPresent(BaselineKind::parse));
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    private static void requireLlm(RunHeader.Llm llm) {
        setting("llm.name", () -> LlmName.parse(llm.name()));
        setting("llm.proposer", () -> LlmChoice.requireProposer(llm.proposer()));
        setting("llm", () -> new LlmProposer.Setting(llm.atOnce(), llm.maxTokens(), false));
        setting("llm.budget", () -> given(llm.budget()).ifPresent(Money::parse));
        setting("llm.price", () -> given(llm.price()).ifPresent(Price::parse));
        setting("llm.timeout", () -> given(llm.timeout()).ifPresent(Budget::seconds));
    }

    private static void requireBaselines(RunEnding.Confirmation confirmed) {
        for (var result : confirmed.baselines().results())
            part("run.json, ending.confirmation.baselines", () -> BaselineKind.of(result.name()));
    }

    /// Of an op that is not known here the task stays as it is told.
    private void requireTask(Catalogue catalogue) {
        op(catalogue)
                .ifPresent(op -> part("run.json, the task", () -> {
                    var label = RecordedTask.of(op, header).label();
                    if (!label.equals(header.task()))
                        throw new SpecException("it is %s, not '%s'".formatted(label, header.task()));
                }));
    }

    /// The op as the archive carries it, else as it is here where the run was made of that.
    private Optional<Op> op(Catalogue catalogue) {
        if (!archive.op().isEmpty())
            return Optional.of(OpFiles.of(archive.op(), "op").entry().op());
        return Optional.of(header.op())
                .filter(catalogue.names()::contains)
                .map(catalogue::find)
                .filter(entry -> Archiving.isOf(header, entry))
                .map(Catalogue.Entry::op);
    }

    private void requireFit(Source source, Trial trial) {
        requireFit(source, trial.candidate().assignment(), true);
    }

    /// @param whole whether each tunable has a value
    private void requireFit(Source source, Map<String, Long> assignment, boolean whole) {
        var language = RecordedTask.target(header).language();
        if (!source.op().equals(header.op()) || source.language() != language)
            throw new SpecException("its source is of %s in %s, and the run of %s in %s"
                    .formatted(source.op(), source.language().label(), header.op(), language.label()));
        var tunables = source.header().tunables();
        boolean fits = !whole
                || assignment.size() == tunables.size()
                        && tunables.stream().allMatch(each -> each.values().contains(assignment.get(each.name())));
        if (!fits) throw new SpecException("its tunables are %s, and not those of its source".formatted(assignment));
    }
}
