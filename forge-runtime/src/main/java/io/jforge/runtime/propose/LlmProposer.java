package io.jforge.runtime.propose;

import io.jforge.runtime.llm.Llm;
import io.jforge.runtime.llm.LlmException;
import io.jforge.runtime.llm.Money;
import io.jforge.runtime.llm.Purse;
import io.jforge.runtime.llm.Question;
import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.propose.Exchange.Kind;
import io.jforge.runtime.propose.Exchange.State;
import io.jforge.runtime.propose.NoProposal.Reason;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Profile;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Asks a language model: for something faster than a Source, or for one that failed to be put right. An
/// answer of which nothing can be made is asked for once more; what then still is none becomes a Source
/// that says why.
///
/// What was asked and answered before the run was broken off is not asked, nor paid for, again.
public final class LlmProposer implements Proposer {
    private final Llm llm;
    private final Brief brief;
    private final Setting setting;
    private final Purse purse;
    private final Transcript transcript;
    private final InstantSource clock;
    private final Function<Parent, Optional<Profile>> counters;
    private final Prompts prompts;
    private final Directions directions;
    private final Answers answers = new Answers();
    private final List<Exchange> exchanges;
    private final Set<Integer> unfinished;
    private final Map<Integer, Set<String>> drawn = new HashMap<>();

    /// How it is asked.
    ///
    /// @param atOnce questions that may be on their way together
    /// @param maxTokens that an answer may take
    /// @param onDevice whether the model thinks on the device that measures
    public record Setting(int atOnce, int maxTokens, boolean onDevice) {
        public static final int USUAL_TOKENS = 16_000;

        public Setting {
            if (atOnce < 1 || atOnce > 64)
                throw new SpecException("--parallel takes 1 to 64 questions at once, not " + atOnce);
            if (maxTokens < 256 || maxTokens > 1_000_000)
                throw new SpecException("--max-tokens takes 256 to 1000000, not " + maxTokens);
        }
    }

    /// @param past the run's exchanges before it was broken off
    /// @param counters what the GPU's counters say of a Source's best trial, where they are to be read
    public LlmProposer(
            Llm llm,
            Brief brief,
            Setting setting,
            Purse purse,
            Transcript transcript,
            InstantSource clock,
            List<Exchange> past,
            Function<Parent, Optional<Profile>> counters) {
        this.llm = llm;
        this.brief = brief;
        this.setting = setting;
        this.purse = purse;
        this.transcript = transcript;
        this.clock = clock;
        this.counters = counters;
        this.prompts = new Prompts(brief);
        this.directions = Directions.of(brief.task(), brief.memoryBound());
        this.exchanges = new ArrayList<>(past);
        this.unfinished = past.stream().map(Exchange::iteration).collect(Collectors.toSet());
    }

    /// The first question of a run, but for what is measured by then.
    public static Question first(Brief brief, Setting setting) {
        var prompts = new Prompts(brief);
        var direction = Directions.of(brief.task(), brief.memoryBound()).all().getFirst();
        var prompt = prompts.propose(new Parent(brief.naive(), "", Set.of()), direction, Optional.empty());
        return new Question(prompts.system(), prompt, setting.maxTokens());
    }

    @Override
    public int atOnce() {
        return setting.atOnce();
    }

    @Override
    public boolean isOnDevice() {
        return setting.onDevice();
    }

    /// The exchanges so far, in the order of asking.
    public synchronized List<Exchange> exchanges() {
        return exchanges.stream()
                .sorted(Comparator.comparingInt(Exchange::number))
                .toList();
    }

    @Override
    public Optional<Proposal> propose(Parent parent, RandomGenerator random) {
        var asked = asked(parent, random);
        var read = read(asked, parent);
        if (read instanceof Answers.Read.Unusable(String why)) {
            asked = again(parent, asked, why);
            read = read(asked, parent);
        }
        return Optional.of(proposal(parent, asked, read));
    }

    private Proposal proposal(Parent parent, Answered asked, Answers.Read read) {
        var direction = asked.exchange().asked().direction();
        return switch (read) {
            case Answers.Read.Usable(Source source, String explanation) -> {
                var words = explanation.isEmpty() ? direction : explanation;
                yield new Proposal(source, words.isEmpty() ? "repaired" : words, "");
            }
            case Answers.Read.Unusable(String why) -> {
                put(asked.exchange().because(why));
                yield new Proposal(
                        Source.unusable(
                                language(),
                                parent.source().op(),
                                why,
                                asked.reply().text()),
                        direction.isEmpty() ? "an answer that is no source" : direction,
                        "");
            }
        };
    }

    /// A question with its answer.
    private record Answered(Exchange exchange, Reply reply) {}

    /// The question that this proposal begins with: as it was put before the run was broken off, or a new one.
    private Answered asked(Parent parent, RandomGenerator random) {
        var before = before(parent, kind -> kind != Kind.AGAIN);
        if (before.isPresent()) return asked(before.get());
        boolean failed = parent.isFailed();
        var direction = failed ? Optional.<Direction>empty() : Optional.of(direction(parent, random));
        var profile = counters.apply(parent);
        var prompt = direction
                .map(each -> prompts.propose(parent, each, profile))
                .orElseGet(() -> prompts.repair(parent, profile));
        var words = direction.map(Direction::name).orElse("");
        return ask(begun(parent, failed ? Kind.REPAIR : Kind.PROPOSE, words, prompt));
    }

    private Answered again(Parent parent, Answered first, String why) {
        put(first.exchange().because(why));
        var before = before(parent, kind -> kind == Kind.AGAIN);
        if (before.isPresent()) return asked(before.get());
        var prompt = first.exchange().asked().prompt() + "\n\n"
                + prompts.again(first.reply().text(), why);
        return ask(begun(parent, Kind.AGAIN, first.exchange().asked().direction(), prompt));
    }

    private synchronized Optional<Exchange> before(Parent parent, Predicate<Kind> like) {
        if (!unfinished.contains(parent.iteration())) return Optional.empty();
        return exchanges.stream()
                .filter(exchange -> exchange.iteration() == parent.iteration())
                .filter(exchange -> like.test(exchange.kind()))
                .findFirst();
    }

    private Answered asked(Exchange before) {
        return before.state() == State.ANSWERED ? new Answered(before, before.reply()) : ask(before.again());
    }

    /// Not one that another question, which is being written now, has drawn for the same Source.
    private synchronized Direction direction(Parent parent, RandomGenerator random) {
        var tried = drawn.computeIfAbsent(parent.node(), _ -> new HashSet<>());
        exchanges.stream()
                .filter(exchange -> exchange.node() == parent.node() && exchange.iteration() != parent.iteration())
                .forEach(exchange -> tried.add(exchange.asked().direction()));
        var direction = directions.draw(tried, random);
        tried.add(direction.name());
        return direction;
    }

    private synchronized Exchange begun(Parent parent, Kind kind, String direction, String prompt) {
        int number = exchanges.stream().mapToInt(Exchange::number).max().orElse(0) + 1;
        var asked =
                new Exchange.Asked(llm.name(), Prompts.VERSION, direction, prompts.system(), prompt, clock.instant());
        var exchange = Exchange.begun(number, parent, kind, asked);
        exchanges.add(exchange);
        return exchange;
    }

    private Answered ask(Exchange exchange) {
        var question = exchange.asked().question(setting.maxTokens());
        var hold = purse.reserve(question).orElseThrow(() -> outOfMoney(exchange));
        put(exchange);
        long start = System.nanoTime();
        try {
            var reply = llm.ask(question, piece -> transcript.heard(exchange, piece));
            var answered = exchange.answered(reply, purse.settle(hold, reply));
            put(answered);
            return new Answered(answered, reply);
        } catch (LlmException failed) {
            purse.settle(hold, failed);
            put(exchange.failed(failed.getMessage(), Duration.ofNanos(System.nanoTime() - start)));
            throw new NoProposal(
                    failed.fault().isLasting() ? Reason.LASTING : Reason.PASSING, failed.getMessage(), failed);
        } catch (RuntimeException given) {
            purse.release(hold);
            throw given;
        }
    }

    private NoProposal outOfMoney(Exchange exchange) {
        drop(exchange);
        return new NoProposal(
                Reason.MONEY,
                "the budget of %s does not have the most that the next question can cost (spent: %s)"
                        .formatted(
                                purse.budget().orElseThrow(),
                                purse.spent().map(Money::new).orElseThrow()),
                null);
    }

    private synchronized void drop(Exchange exchange) {
        exchanges.removeIf(other -> other.number() == exchange.number() && other.state() == State.ASKED);
    }

    private void put(Exchange exchange) {
        synchronized (this) {
            exchanges.replaceAll(other -> other.number() == exchange.number() ? exchange : other);
        }
        transcript.put(exchange);
    }

    private Answers.Read read(Answered asked, Parent parent) {
        var read = answers.read(asked.reply(), parent.source(), brief.task().op(), language());
        if (!(read instanceof Answers.Read.Usable(Source source, String _))) return read;
        return parent.known().contains(source.hash()) ? new Answers.Read.Unusable(known(parent, source)) : read;
    }

    private static String known(Parent parent, Source source) {
        var trial = parent.trials().stream()
                .filter(each -> each.candidate().source().hash().equals(source.hash()))
                .findFirst();
        return "this very source was tried already%s: give another one"
                .formatted(trial.map(each -> " (trial %d was %s)"
                                .formatted(each.number(), each.outcome().label()))
                        .orElse(""));
    }

    private Language language() {
        return brief.task().target().language();
    }
}
