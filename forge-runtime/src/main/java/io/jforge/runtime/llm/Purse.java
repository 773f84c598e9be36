package io.jforge.runtime.llm;

import io.jforge.runtime.spec.SpecException;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/// What a run may spend on its model; several threads take from it at once.
///
/// Before a call its worst case is put aside, so that calls in flight cannot together exceed the budget;
/// after it, what it cost takes the place of that. A call that broke off in mid-answer and was repeated is
/// billed more than once: it is counted with its worst case for each try, and may be the one that exceeds
/// the budget.
public final class Purse {
    private final Optional<Money> budget;
    private final Optional<Price> price;
    private final Map<Hold, BigDecimal> holds = new IdentityHashMap<>();
    private BigDecimal spent;

    /// What is put aside for one call.
    public static final class Hold {
        private Hold() {}
    }

    /// @param llm whose price it is, for the message
    /// @throws SpecException if there is a budget and no price to keep it by
    public Purse(String llm, Optional<Money> budget, Optional<Price> price) {
        this(llm, budget, price, BigDecimal.ZERO);
    }

    /// @param spent of the budget, before now: by a run that goes on
    public Purse(String llm, Optional<Money> budget, Optional<Price> price, BigDecimal spent) {
        if (budget.isPresent() && price.isEmpty())
            throw new SpecException(("the price of %s is unknown, so --budget cannot be kept: give it with"
                            + " --price IN,OUT (dollars for a million tokens)")
                    .formatted(llm));
        this.budget = budget;
        this.price = price;
        this.spent = spent;
    }

    /// Puts the worst case of a call aside; empty where the budget does not have it any more.
    public synchronized Optional<Hold> reserve(Question question) {
        var worst = price.map(each -> each.worst(question)).orElse(BigDecimal.ZERO);
        if (budget.filter(most -> spent.add(held()).add(worst).compareTo(most.dollars()) > 0)
                .isPresent()) return Optional.empty();
        var hold = new Hold();
        holds.put(hold, worst);
        return Optional.of(hold);
    }

    private BigDecimal held() {
        return holds.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// Counts what an answer cost.
    ///
    /// @return that, in dollars; empty where price or usage is unknown: the budget then counts the worst case
    public Optional<BigDecimal> settle(Hold hold, Reply reply) {
        return settle(hold, reply.usage(), reply.tries());
    }

    public Optional<BigDecimal> settle(Hold hold, Usage usage) {
        return settle(hold, usage, 1);
    }

    /// Counts a call that gave no answer: nothing, or its worst case for each try in which an answer had begun.
    public void settle(Hold hold, LlmException failed) {
        count(hold, failed.begun());
    }

    private Optional<BigDecimal> settle(Hold hold, Usage usage, int tries) {
        var cost = price.flatMap(each -> each.cost(usage));
        if (cost.isEmpty()) {
            count(hold, tries);
            return cost;
        }
        synchronized (this) {
            take(hold);
            spent = spent.add(cost.get());
        }
        return cost;
    }

    private synchronized void count(Hold hold, int times) {
        spent = spent.add(take(hold).multiply(BigDecimal.valueOf(times)));
    }

    /// Gives back what was put aside for a call that was not made.
    public synchronized void release(Hold hold) {
        take(hold);
    }

    private BigDecimal take(Hold hold) {
        var worst = holds.remove(hold);
        if (worst == null) throw new IllegalStateException("settled already");
        return worst;
    }

    /// In dollars, with the worst case of calls whose usage is unknown; empty where no price is known.
    public synchronized Optional<BigDecimal> spent() {
        return price.map(_ -> spent);
    }

    public Optional<Money> budget() {
        return budget;
    }

    public Optional<Price> price() {
        return price;
    }
}
