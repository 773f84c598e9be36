package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Brief;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.LlmProposer;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.search.Past;
import io.jforge.runtime.search.Search;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Everything a run needs to know, checked.
///
/// @param given the source that a search starts from, or that is tried alone
/// @param proposer empty for the built-in one
/// @param resumed the run that is gone on with
/// @param llm the model that is asked for candidates; empty where none is
/// @param profile whether the GPU's counters are read while it runs the winner
/// @param sanitize whether compute-sanitizer looks at the winner
/// @param repeat the run that this one repeats
record RunPlan(
        Catalogue.Entry entry,
        Task task,
        Optional<Proposer> proposer,
        Budget budget,
        Search strategy,
        String search,
        String goal,
        long seed,
        String name,
        Optional<Proposal> given,
        Conditions.Chosen conditions,
        BaselineFinder.Wish baselines,
        Optional<RunRecord> resumed,
        Optional<LlmPlan> llm,
        boolean profile,
        boolean sanitize,
        Optional<Repeat> repeat) {
    /// A run whose trials are tried once more, and nothing else.
    ///
    /// @param from the file that it was read from; empty text where it is in the store
    /// @param warning what spoils the comparison
    record Repeat(RunRecord original, String from, Optional<String> warning) {
        RunHeader.Replayed kept() {
            return new RunHeader.Replayed(original.header().id(), from);
        }
    }

    boolean isCandidate() {
        return search.equals(RunRecord.CANDIDATE);
    }

    Target target() {
        return task.target();
    }

    /// Whether the times of the run that is gone on with hold here.
    boolean isSameDevice() {
        return resumed.filter(run -> isMadeOn(run.header(), target())).isPresent();
    }

    static boolean isMadeOn(RunHeader header, Target target) {
        var facts = header.environment();
        return target.model().equals(facts.get("processor"))
                && target.isa().equals(facts.get("instructions"))
                && String.valueOf(target.cores()).equals(facts.get("cores"));
    }

    /// What the search goes on from.
    Past past() {
        return resumed.map(run -> isSameDevice()
                        ? new Past(run.trials(), true, spent(run), open(run), asked(run))
                        : new Past(run.trials(), false, Duration.ZERO))
                .orElse(Past.NONE);
    }

    /// What was asked before the run was broken off; on another device that is another run's.
    List<Exchange> exchanges() {
        return resumed.filter(_ -> isSameDevice()).map(RunRecord::exchanges).orElse(List.of());
    }

    /// Why the model cannot be asked anything, before anything is measured; what was asked before is still
    /// to be tried.
    Optional<String> tooDear() {
        if (!past().open().isEmpty()) return Optional.empty();
        return llm.filter(asked -> asked.budget().isPresent()).flatMap(asked -> {
            var brief =
                    new Brief(task, entry.reference(), entry.naive(target().language()), Double.NaN, true, Map.of());
            return asked.tooDear(LlmProposer.first(brief, asked.setting()), exchanges());
        });
    }

    private boolean isLeftToTheModel() {
        return llm.filter(asked -> !asked.isHybrid()).isPresent();
    }

    /// @throws SpecException if it would only time the naive source
    void requireMoney() {
        if (isLeftToTheModel())
            tooDear().ifPresent(why -> {
                throw new SpecException(why);
            });
    }

    /// Questions that were not answered by then, or whose answers were not tried.
    private List<Past.Open> open(RunRecord run) {
        if (llm.isEmpty()) return List.of();
        var tried = run.trials().stream().map(Trial::iteration).collect(Collectors.toSet());
        return run.exchanges().stream()
                .filter(exchange -> !tried.contains(exchange.iteration()))
                .filter(exchange -> exchange.kind() != Exchange.Kind.AGAIN)
                .map(exchange -> new Past.Open(exchange.iteration(), exchange.node()))
                .toList();
    }

    private static int asked(RunRecord run) {
        return run.exchanges().stream().mapToInt(Exchange::iteration).max().orElse(0);
    }

    static Duration spent(RunRecord run) {
        double seconds = run.ending().map(RunEnding::wallSeconds).orElse(0.0);
        return Duration.ofMillis((long) (1000 * seconds));
    }

    /// A given source as a header keeps it.
    static RunHeader.From kept(Proposal given) {
        return new RunHeader.From(given.change(), given.source().text(), given.recipe(), given.start());
    }

    static Proposal given(RunHeader.From kept) {
        return new Proposal(Source.parse(kept.text()), kept.change(), kept.recipe(), kept.start());
    }
}
