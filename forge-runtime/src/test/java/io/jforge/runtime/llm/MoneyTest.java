package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {
    private static final Price PRICE = Price.parse("3,15,0.3");
    private static final Question QUESTION = new Question("", "x".repeat(1600), 1000); // 1000 tokens in, 1000 out
    private static final String WORST = "0.018";

    @ParameterizedTest
    @CsvSource({"2.00usd, 2.00", "2usd, 2", "$2, 2", "0.5, 0.5", ".5 USD, 0.5", "12.345, 12.345"})
    void amountsAreRead(String text, BigDecimal dollars) {
        assertThat(Money.parse(text).dollars()).isEqualByComparingTo(dollars);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "2eur", "two", "1,5", "0", "0.00usd", "1e3", "NaN", "99999999999"})
    void whatIsNoAmountIsRefused(String text) {
        assertThatThrownBy(() -> Money.parse(text)).isInstanceOf(SpecException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2.00 usd",
        "0.5, 0.50 usd",
        "0.00001, 0.0001 usd",
        "0.0123, 0.0123 usd",
        "1.239, 1.24 usd",
        "0, 0.00 usd"
    })
    void amountsAreShown(BigDecimal dollars, String shown) {
        assertThat(new Money(dollars)).hasToString(shown);
    }

    @Test
    void pricesAreRead() {
        assertThat(PRICE.in()).isEqualByComparingTo("3");
        assertThat(PRICE.out()).isEqualByComparingTo("15");
        assertThat(PRICE.cached()).isEqualByComparingTo("0.3");
        assertThat(Price.parse("3, 15").cached()).isEqualByComparingTo("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "3,", "a,b", "1,2,3,4", "-1,2", "$3,15"})
    void whatIsNoPriceIsRefused(String text) {
        assertThatThrownBy(() -> Price.parse(text))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("IN,OUT");
    }

    @Test
    void aCallCostsWhatItsTokensCost() {
        assertThat(PRICE.cost(Usage.of(1_000_000, 0, 0)).orElseThrow()).isEqualByComparingTo("3");
        assertThat(PRICE.cost(Usage.of(1_000_000, 400_000, 100_000)).orElseThrow())
                .isEqualByComparingTo("3.42"); // 0.6 * 3 + 0.4 * 0.3 + 0.1 * 15
        assertThat(PRICE.cost(Usage.UNKNOWN)).isEmpty();
    }

    @Test
    void theWorstCaseIsToldBeforehand() {
        assertThat(PRICE.worst(QUESTION)).isEqualByComparingTo(WORST);
        assertThat(PRICE.worst(new Question("\u00e9", "", 1))).isEqualByComparingTo("0.000618"); // 1 + 200 tokens, 1
    }

    @Test
    void knownModelsHavePricesAndOthersNone() {
        var prices = Prices.builtIn();
        assertThat(prices.date()).isBetween(LocalDate.of(2025, 1, 1), LocalDate.now());
        assertThat(prices.of(LlmName.parse("claude-sonnet-4-5")).orElseThrow())
                .isEqualTo(Price.parse("3.00,15.00,0.30"));
        assertThat(prices.of(LlmName.parse("claude-sonnet-4-5-20250929")))
                .isEqualTo(prices.of(LlmName.parse("claude-sonnet-4-5")));
        assertThat(prices.of(LlmName.parse("gpt-4o-2024-08-06"))).isPresent();
        assertThat(prices.of(LlmName.parse("gpt-5-mini")).orElseThrow().in()).isEqualByComparingTo("0.25");
        assertThat(Stream.of(
                                "gpt-4o-audio-preview",
                                "gpt-5-unheard-of",
                                "claude-sonnet-4-7",
                                "ollama:gpt-5",
                                "relay:gpt-5",
                                "openai:gpt-5@http://localhost:8000/v1")
                        .map(LlmName::parse))
                .allMatch(llm -> prices.of(llm).isEmpty());
        assertThat(Stream.of(Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI)
                        .map(prices::source))
                .allMatch(source -> source.startsWith("https://"));
    }

    private static Purse purse(String budget) {
        return new Purse("some:model", Optional.of(Money.parse(budget)), Optional.of(PRICE));
    }

    @Test
    void aBudgetNeedsAPrice() {
        assertThatThrownBy(() -> new Purse("ollama:qwen3", Optional.of(Money.parse("1")), Optional.empty()))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "the price of ollama:qwen3 is unknown, so --budget cannot be kept: give it with --price IN,OUT"
                                + " (dollars for a million tokens)");
    }

    @Test
    void callsInFlightCannotTogetherExceedTheBudget() {
        var purse = purse("0.04");
        var first = purse.reserve(QUESTION).orElseThrow();
        var second = purse.reserve(QUESTION).orElseThrow();
        assertThat(purse.reserve(QUESTION)).isEmpty();
        assertThat(purse.settle(first, Usage.of(1000, 0, 0)).orElseThrow()).isEqualByComparingTo("0.003");
        assertThat(purse.reserve(QUESTION)).isPresent(); // 0.003 + 2 * 0.018
        assertThat(purse.spent().orElseThrow()).isEqualByComparingTo("0.003");
        purse.release(second);
        assertThat(purse.reserve(QUESTION)).isPresent();
    }

    @Test
    void whatIsUnknownCountsWithItsWorstCase() {
        var purse = purse("1");
        assertThat(purse.settle(purse.reserve(QUESTION).orElseThrow(), Usage.UNKNOWN))
                .isEmpty();
        assertThat(purse.spent().orElseThrow()).isEqualByComparingTo(WORST);
        var broken = new LlmException(LlmException.Fault.TIMED_OUT, "late", null, 2);
        purse.settle(purse.reserve(QUESTION).orElseThrow(), broken);
        assertThat(purse.spent().orElseThrow()).isEqualByComparingTo("0.054");
        purse.settle(purse.reserve(QUESTION).orElseThrow(), new LlmException(LlmException.Fault.RATE_LIMIT, "not now"));
        assertThat(purse.spent().orElseThrow()).isEqualByComparingTo("0.054");
    }

    @Test
    void aHoldIsSettledOnce() {
        var purse = purse("1");
        var hold = purse.reserve(QUESTION).orElseThrow();
        purse.release(hold);
        assertThatThrownBy(() -> purse.release(hold)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void withoutAPriceNothingIsKnownAndNothingHindered() {
        var purse = new Purse("relay:answers", Optional.empty(), Optional.empty());
        assertThat(purse.settle(purse.reserve(QUESTION).orElseThrow(), Usage.of(1, 0, 1)))
                .isEmpty();
        assertThat(purse.spent()).isEmpty();
    }

    @Test
    void whatARunHadSpentCounts() {
        var purse =
                new Purse("some:model", Optional.of(Money.parse("0.04")), Optional.of(PRICE), new BigDecimal("0.03"));
        assertThat(purse.reserve(QUESTION)).isEmpty();
    }

    @Test
    void manyThreadsKeepTheBudget() throws InterruptedException {
        var purse = purse("0.1"); // five of 0.018
        var got = new ConcurrentLinkedQueue<Purse.Hold>();
        var threads = Stream.generate(() ->
                        Thread.ofVirtual().start(() -> purse.reserve(QUESTION).ifPresent(got::add)))
                .limit(50)
                .toList();
        for (var thread : threads) thread.join();
        assertThat(got).hasSize(5);
    }
}
