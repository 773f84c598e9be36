package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.llm.Llm;
import io.jforge.runtime.llm.LlmException;
import io.jforge.runtime.llm.Money;
import io.jforge.runtime.llm.Price;
import io.jforge.runtime.llm.Purse;
import io.jforge.runtime.llm.Question;
import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.llm.Usage;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Exchange.Kind;
import io.jforge.runtime.propose.Exchange.State;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LlmProposerTest {
    private static final Catalogue.Entry SOFTMAX = new Catalogue().find("softmax");
    private static final Source NAIVE = SOFTMAX.naive(Language.C);
    private static final Task TASK =
            Task.of(SOFTMAX.op(), "64x32", "f32", new Target("cpu", "cpu", "test", 2, 32L << 20, 8L << 30, "avx2"));
    private static final Price PRICE = Price.parse("1,10");

    private final List<Exchange> kept = Collections.synchronizedList(new ArrayList<>());
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final List<Question> questions = Collections.synchronizedList(new ArrayList<>());
    private Optional<Money> budget = Optional.empty();
    private List<Exchange> past = List.of();

    private LlmProposer proposer(Function<Question, Reply> model) {
        var llm = new Llm() {
            @Override
            public String name() {
                return "test:model";
            }

            @Override
            public Reply ask(Question question, Consumer<String> piece) {
                questions.add(question);
                var reply = model.apply(question);
                piece.accept(reply.text());
                return reply;
            }
        };
        var transcript = new Transcript() {
            @Override
            public void put(Exchange exchange) {
                kept.add(exchange);
            }

            @Override
            public void heard(Exchange exchange, String piece) {
                heard.add(piece);
            }
        };
        return new LlmProposer(
                llm,
                new Brief(TASK, SOFTMAX.reference(), NAIVE, 10, true, Map.of("copy bandwidth", "10 GB/s")),
                new LlmProposer.Setting(2, 1000, false),
                new Purse("test:model", budget, Optional.of(PRICE)),
                transcript,
                InstantSource.fixed(Instant.EPOCH),
                past,
                _ -> Optional.empty());
    }

    private static Reply reply(String text) {
        return new Reply(text, Reply.End.COMPLETE, Usage.of(1000, 0, 200), "model-1", Duration.ofMillis(1500), 1);
    }

    private static Reply source(String mark) {
        return reply("Keeps %s in registers.\n\n```c\n%s```\n".formatted(mark, text(mark)));
    }

    private static String text(String mark) {
        return NAIVE.text() + "/* " + mark + " */\n";
    }

    private static Parent parent(int iteration) {
        return new Parent(NAIVE, "", Set.of(NAIVE.hash()), 0, List.of(), iteration);
    }

    private static Proposal proposed(LlmProposer proposer, Parent parent) {
        return proposer.propose(parent, RandomGenerator.of("L64X128MixRandom")).orElseThrow();
    }

    @Test
    void anAnswerBecomesAProposalAndTheExchangeIsKeptFromItsBeginning() {
        var proposer = proposer(_ -> source("the row"));
        var proposal = proposed(proposer, parent(3));
        assertThat(proposal.source().text()).isEqualTo(text("the row"));
        assertThat(proposal.change()).isEqualTo("Keeps the row in registers");
        assertThat(kept).extracting(Exchange::state).containsExactly(State.ASKED, State.ANSWERED);
        var exchange = kept.getLast();
        assertThat(exchange.number()).isEqualTo(1);
        assertThat(exchange.iteration()).isEqualTo(3);
        assertThat(exchange.kind()).isEqualTo(Kind.PROPOSE);
        assertThat(exchange.asked().direction()).isNotEmpty();
        assertThat(exchange.asked().prompt())
                .contains(
                        exchange.asked().direction().isEmpty()
                                ? "?"
                                : NAIVE.text().strip());
        assertThat(exchange.reply().model()).isEqualTo("model-1");
        assertThat(exchange.dollars())
                .hasValueSatisfying(cost -> assertThat(cost).isEqualByComparingTo("0.003"));
        assertThat(heard).hasSize(1);
        assertThat(questions.getFirst().maxTokens()).isEqualTo(1000);
    }

    @Test
    void anAnswerOfWhichNothingCanBeMadeIsAskedForOnceMore() {
        var proposer = proposer(_ -> questions.size() == 1 ? reply("I would rather not.") : source("the sum"));
        var proposal = proposed(proposer, parent(1));
        assertThat(proposal.source().text()).isEqualTo(text("the sum"));
        assertThat(kept).extracting(Exchange::kind).contains(Kind.PROPOSE, Kind.AGAIN);
        assertThat(questions.get(1).prompt())
                .startsWith(questions.get(0).prompt())
                .contains("I would rather not.");
        var first = proposer.exchanges().getFirst();
        assertThat(first.fault()).isNotEmpty();
        assertThat(questions.get(1).prompt()).contains(first.fault());
        assertThat(kept).contains(first);
    }

    @Test
    void twoSuchAnswersBecomeATextThatSaysWhy() {
        var proposal = proposed(proposer(_ -> reply("Sorry.")), parent(1));
        assertThat(questions).hasSize(2);
        assertThat(proposal.source().whyUnusable()).isPresent();
        assertThat(proposal.source().text()).endsWith("Sorry.");
        assertThat(kept.getLast().fault())
                .isEqualTo(proposal.source().whyUnusable().orElseThrow());
    }

    @Test
    void aSourceThatWasTriedAlreadyIsNoAnswer() {
        var tried = Source.parse(text("old"));
        var parent = new Parent(NAIVE, "", Set.of(NAIVE.hash(), tried.hash()), 0, List.of(), 1);
        var proposal = proposed(proposer(_ -> source(questions.size() == 1 ? "old" : "new")), parent);
        assertThat(proposal.source().text()).isEqualTo(text("new"));
        assertThat(questions.get(1).prompt()).contains("tried already");
    }

    @Test
    void aSourceThatFailedIsToBeRepairedWithWhatItFailedOf() {
        var failed = Source.parse(text("broken"));
        var trial = new Trial(
                1,
                1,
                0,
                1,
                "a step",
                "",
                new Candidate(failed, Map.of()),
                new Outcome.Rejected("line 9: expected ';'"),
                Stages.NONE,
                Resources.NONE,
                Instant.EPOCH);
        var parent = new Parent(failed, "", Set.of(), 1, List.of(trial), 2);
        var proposer = proposer(_ -> source("mended"));
        assertThat(proposed(proposer, parent).change()).isEqualTo("Keeps mended in registers");
        assertThat(kept.getLast().kind()).isEqualTo(Kind.REPAIR);
        assertThat(questions.getFirst().prompt()).contains("line 9: expected ';'", "/* broken */");
    }

    @ParameterizedTest
    @EnumSource
    void aModelThatGivesNoAnswerIsAQuestionInVain(LlmException.Fault fault) {
        var proposer = proposer(_ -> {
            throw new LlmException(fault, "why and what to do");
        });
        assertThatThrownBy(() -> proposed(proposer, parent(1)))
                .isInstanceOfSatisfying(
                        NoProposal.class,
                        none -> assertThat(none.reason())
                                .isEqualTo(fault.isLasting() ? NoProposal.Reason.LASTING : NoProposal.Reason.PASSING))
                .hasMessage("why and what to do");
        assertThat(kept.getLast().state()).isEqualTo(State.FAILED);
        assertThat(kept.getLast().fault()).isEqualTo("why and what to do");
    }

    @Test
    void aQuestionThatMayCostMoreThanIsLeftIsNotPut() {
        budget = Optional.of(Money.parse("0.03"));
        var proposer = proposer(_ -> source("a" + questions.size()));
        proposed(proposer, parent(1)); // at most 0.01 for the answer, and the prompt
        assertThatThrownBy(() -> {
                    for (int i = 2; i < 20; i++) proposed(proposer, parent(i));
                })
                .isInstanceOfSatisfying(
                        NoProposal.class, none -> assertThat(none.reason()).isEqualTo(NoProposal.Reason.MONEY))
                .hasMessageContaining("0.03 usd");
        assertThat(questions.size()).isBetween(2, 9);
        assertThat(kept.stream().filter(exchange -> exchange.state() == State.ASKED))
                .hasSize(questions.size());
        assertThat(proposer.exchanges()).allMatch(exchange -> exchange.state() == State.ANSWERED);
    }

    @Test
    void whatWasAnsweredBeforeABreakIsNotAskedAgain() {
        proposed(proposer(_ -> source("paid")), parent(4));
        past = List.of(kept.getLast());
        questions.clear();
        var proposal = proposed(proposer(_ -> source("other")), parent(4));
        assertThat(questions).isEmpty();
        assertThat(proposal.source().text()).isEqualTo(text("paid"));
    }

    @Test
    void whatWasAskedAndNotAnsweredBeforeABreakIsAskedWithTheSameWords() {
        proposed(proposer(_ -> source("x")), parent(4));
        past = List.of(kept.getFirst());
        var before = questions.getFirst();
        questions.clear();
        kept.clear();
        var later = new Parent(NAIVE, "", Set.of(NAIVE.hash()), 0, List.of(), 4);
        proposed(proposer(_ -> source("late")), later);
        assertThat(questions).containsExactly(before);
        assertThat(kept.getLast().number()).isEqualTo(1);
        assertThat(kept.getLast().state()).isEqualTo(State.ANSWERED);
    }

    @Test
    void eachSourceIsTriedInAnotherDirectionFirst() {
        var proposer = proposer(_ -> source("n" + questions.size()));
        for (int i = 1; i <= 4; i++) proposed(proposer, parent(i));
        assertThat(proposer.exchanges())
                .extracting(exchange -> exchange.asked().direction())
                .doesNotHaveDuplicates();
    }

    @Test
    void questionsThatAreWrittenAtTheSameTimeHaveDirectionsOfTheirOwn() throws InterruptedException {
        var proposer = proposer(_ -> source("n" + System.nanoTime()));
        var threads = java.util.stream.IntStream.rangeClosed(1, 8)
                .mapToObj(i -> Thread.ofVirtual().unstarted(() -> proposed(proposer, parent(i))))
                .toList();
        threads.forEach(Thread::start);
        for (var thread : threads) thread.join();
        assertThat(proposer.exchanges())
                .hasSize(8)
                .extracting(exchange -> exchange.asked().prompt())
                .doesNotHaveDuplicates();
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new LlmProposer.Setting(0, 1000, false))
                .isInstanceOf(SpecException.class)
                .hasMessage("--parallel takes 1 to 64 questions at once, not 0");
        assertThatThrownBy(() -> new LlmProposer.Setting(1, 10, false))
                .isInstanceOf(SpecException.class)
                .hasMessage("--max-tokens takes 256 to 1000000, not 10");
    }
}
