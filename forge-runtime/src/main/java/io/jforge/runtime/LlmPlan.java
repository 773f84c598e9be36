package io.jforge.runtime;

import io.jforge.runtime.llm.Llm;
import io.jforge.runtime.llm.Money;
import io.jforge.runtime.llm.Price;
import io.jforge.runtime.llm.Purse;
import io.jforge.runtime.llm.Question;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.LlmProposer;
import io.jforge.runtime.store.RunHeader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// The model that a run asks, checked.
///
/// @param kept what the run's header has of it
/// @param price empty where it is not known
record LlmPlan(
        RunHeader.Llm kept, Llm llm, LlmProposer.Setting setting, Optional<Money> budget, Optional<Price> price) {
    /// Whether the built-in proposer begins, and the model builds on what that found.
    boolean isHybrid() {
        return kept.builtInBegins();
    }

    /// Why not one question can be asked, where the most that it can cost is beyond what is left of the budget.
    ///
    /// @param past what was asked before
    Optional<String> tooDear(Question first, List<Exchange> past) {
        var purse = purse(past);
        if (purse.reserve(first).isPresent()) return Optional.empty();
        var spent = purse.spent()
                .filter(it -> it.signum() > 0)
                .map(it -> ", of which %s are spent,".formatted(new Money(it)));
        return Optional.of(
                "the budget of %s%s buys no question: one can cost %s, most of it for an answer of up to %d tokens; give a greater --budget or a smaller --max-tokens"
                        .formatted(
                                budget.orElseThrow(),
                                spent.orElse(""),
                                new Money(price.orElseThrow().worst(first)),
                                setting.maxTokens()));
    }

    /// What is left of the budget.
    ///
    /// @param past what was asked before
    /// @throws io.jforge.runtime.spec.SpecException if there is a budget and no price to keep it by
    Purse purse(List<Exchange> past) {
        var spent =
                past.stream().flatMap(exchange -> exchange.dollars().stream()).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Purse(llm.name(), budget, price, spent);
    }
}
