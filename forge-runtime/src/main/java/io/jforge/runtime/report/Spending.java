package io.jforge.runtime.report;

import io.jforge.runtime.llm.Money;
import io.jforge.runtime.llm.Usage;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.Exchange.State;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// What a run asked of one model, and what that took.
///
/// @param llm as the person named it
/// @param questions that were put to it, `answers` that came
/// @param usage of the answers; empty where the provider did not tell of one of them
/// @param dollars for the answers; empty where the price or the usage of one of them is not known
/// @param seconds that the answers took, one after another
public record Spending(
        String llm, int questions, int answers, Usage usage, Optional<BigDecimal> dollars, double seconds) {
    /// One for each model that the run asked; none where it asked none.
    public static List<Spending> of(RunRecord run) {
        return run.exchanges().stream()
                .collect(Collectors.groupingBy(
                        exchange -> exchange.asked().llm(), LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Spending of(String llm, List<Exchange> exchanges) {
        var answered = exchanges.stream()
                .filter(exchange -> exchange.state() == State.ANSWERED)
                .toList();
        return new Spending(
                llm,
                exchanges.size(),
                answered.size(),
                answered.stream()
                        .map(exchange -> exchange.reply().usage())
                        .reduce(Usage::and)
                        .orElse(Usage.UNKNOWN),
                dollars(answered),
                answered.stream()
                                .mapToLong(
                                        exchange -> exchange.reply().latency().toMillis())
                                .sum()
                        / 1e3);
    }

    private static Optional<BigDecimal> dollars(Collection<Exchange> answered) {
        if (answered.isEmpty()
                || answered.stream().anyMatch(exchange -> exchange.dollars().isEmpty())) return Optional.empty();
        return answered.stream().map(exchange -> exchange.dollars().get()).reduce(BigDecimal::add);
    }

    /// What it cost in words; `unknown` where that is not known, also where nothing is to be paid.
    public String cost() {
        return dollars.map(Money::new).map(Money::toString).orElse("unknown");
    }

    public String sentence() {
        return "%s answered %d of %d questions%s; cost: %s.".formatted(llm, answers, questions, tokens(), cost());
    }

    private String tokens() {
        if (usage.in().isEmpty() || usage.out().isEmpty()) return "";
        return ": %,d tokens in%s, %,d out"
                .formatted(
                        usage.in().getAsLong(),
                        usage.cached().orElse(0) > 0
                                ? " (%,d of them cached)"
                                        .formatted(usage.cached().getAsLong())
                                : "",
                        usage.out().getAsLong());
    }

    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("llm", llm);
        json.put("questions", questions);
        json.put("answers", answers);
        json.put("tokens_in", number(usage.in()));
        json.put("tokens_cached", number(usage.cached()));
        json.put("tokens_out", number(usage.out()));
        json.put("usd", dollars.orElse(null));
        json.put("answering_s", seconds);
        return json;
    }

    private static Long number(OptionalLong tokens) {
        return tokens.isPresent() ? tokens.getAsLong() : null;
    }

    /// Whose proposal a trial is: a model's, as the person named it, `built-in`, or `given` by the person or another
    /// run;
    /// empty for the naive source.
    public static String by(RunRecord run, Trial trial) {
        if (trial.parentNode() < 0) return "";
        if (run.isCandidate() || trial.iteration() == 0) return "given";
        return run.exchanges().stream()
                .filter(exchange -> exchange.iteration() == trial.iteration())
                .map(exchange -> exchange.asked().llm())
                .findFirst()
                .orElse(trial.recipe().isEmpty() ? "given" : "built-in");
    }
}
