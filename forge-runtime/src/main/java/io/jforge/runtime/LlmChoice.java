package io.jforge.runtime;

import io.jforge.runtime.llm.Limits;
import io.jforge.runtime.llm.LlmName;
import io.jforge.runtime.llm.Money;
import io.jforge.runtime.llm.Price;
import io.jforge.runtime.llm.Prices;
import io.jforge.runtime.llm.Provider;
import io.jforge.runtime.llm.Relay;
import io.jforge.runtime.propose.LlmProposer;
import io.jforge.runtime.search.Budget;
import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.store.RunHeader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a person chose of the model that is asked for candidates; nothing, where none is.
final class LlmChoice {
    static final String BUILT_IN = "built-in";
    static final String LLM = "llm";
    static final String HYBRID = "hybrid";
    static final List<String> PROPOSERS = List.of(BUILT_IN, LLM, HYBRID);

    private static final int USUAL_AT_ONCE = 4;

    private Optional<String> name = Optional.empty();
    private Optional<String> proposer = Optional.empty();
    private OptionalInt atOnce = OptionalInt.empty();
    private OptionalInt maxTokens = OptionalInt.empty();
    private Optional<String> budget = Optional.empty();
    private Optional<String> price = Optional.empty();
    private Optional<String> on = Optional.empty();
    private Optional<Duration> timeout = Optional.empty();
    private Optional<Relay.Asker> asker = Optional.empty();

    /// As a run had it.
    void be(RunHeader.Llm kept) {
        name = Optional.of(kept.name());
        proposer = Optional.of(kept.proposer());
        atOnce = OptionalInt.of(kept.atOnce());
        maxTokens = OptionalInt.of(kept.maxTokens());
        budget = given(kept.budget());
        price = given(kept.price());
        on = given(kept.on());
        timeout = given(kept.timeout()).map(Budget::seconds);
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    void name(String text) {
        name = Optional.of(text);
    }

    void proposer(String text) {
        proposer = Optional.of(text);
    }

    void atOnce(int count) {
        atOnce = OptionalInt.of(count);
    }

    void maxTokens(int count) {
        maxTokens = OptionalInt.of(count);
    }

    void budget(String text) {
        budget = Optional.of(text);
    }

    void price(String text) {
        price = Optional.of(text);
    }

    void on(String device) {
        on = Optional.of(device);
    }

    void timeout(Duration limit) {
        timeout = Optional.of(limit);
    }

    void asker(Relay.Asker told) {
        asker = Optional.of(told);
    }

    /// Checked; empty where no model is asked. Nothing is sent yet.
    ///
    /// @param target the device that measures
    /// @throws SpecException if an option does not fit, or the model has no key
    /// @throws NoSuchDevice if the model is said to think on a device that is not there
    Optional<LlmPlan> plan(Forge forge, Target target) {
        var who = proposer.orElse(name.isPresent() ? LLM : BUILT_IN);
        requireProposer(who);
        if (who.equals(BUILT_IN)) {
            requireNoneAlone();
            return Optional.empty();
        }
        if (name.isEmpty())
            throw new SpecException(
                    "--proposer %s asks a model: name it with --llm (`%%forge llms` lists what there is)"
                            .formatted(who));
        return Optional.of(plan(forge, target, who, LlmName.parse(name.get())));
    }

    /// What says how a model is to be asked says nothing where none is.
    private void requireNoneAlone() {
        var given = new LinkedHashMap<String, Boolean>();
        given.put("--budget", budget.isPresent());
        given.put("--price", price.isPresent());
        given.put("--max-tokens", maxTokens.isPresent());
        given.put("--llm-timeout", timeout.isPresent());
        given.put("--llm-on", on.isPresent());
        given.put("--parallel", atOnce.isPresent());
        given.forEach((option, isGiven) -> {
            if (isGiven)
                throw new SpecException("%s is of a model, and none is asked: %s, or leave %s out"
                        .formatted(
                                option,
                                name.isEmpty() ? "name one with --llm" : "give another --proposer than built-in",
                                option));
        });
    }

    /// What can be said of each option alone.
    ///
    /// @throws SpecException if one does not fit
    void check() {
        proposer.ifPresent(LlmChoice::requireProposer);
        name.ifPresent(LlmName::parse);
        price.ifPresent(Price::parse);
        budget.ifPresent(Money::parse);
        setting(1, false);
    }

    static void requireProposer(String who) {
        if (!PROPOSERS.contains(who))
            throw new SpecException("no proposer '%s': there are %s.%s"
                    .formatted(who, String.join(", ", PROPOSERS), Nearest.suffix(who, PROPOSERS)));
    }

    private LlmProposer.Setting setting(int usualAtOnce, boolean here) {
        return new LlmProposer.Setting(
                atOnce.orElse(usualAtOnce), maxTokens.orElse(LlmProposer.Setting.USUAL_TOKENS), here);
    }

    private LlmPlan plan(Forge forge, Target target, String who, LlmName named) {
        boolean here =
                on.map(device -> forge.device(device).id().equals(target.id())).orElse(false);
        int usual = named.provider() == Provider.RELAY ? 1 : USUAL_AT_ONCE;
        var setting = setting(usual, here);
        var cost = price.map(Price::parse).or(() -> Prices.builtIn().of(named));
        var money = budget.map(Money::parse);
        var kept = new RunHeader.Llm(
                named.toString(),
                who,
                setting.atOnce(),
                setting.maxTokens(),
                budget.orElse(""),
                price.orElse(""),
                on.orElse(""),
                timeout.map(limit -> limit.toMillis() / 1000.0 + "s").orElse(""));
        var plan = new LlmPlan(kept, forge.llms().open(named, limits(named), asker), setting, money, cost);
        plan.purse(List.of()); // says so where a budget cannot be kept
        return plan;
    }

    /// Whoever answers the relay takes the time that they need, unless the person says how long.
    private Limits limits(LlmName named) {
        if (timeout.isEmpty()) return Limits.USUAL;
        var limit = timeout.get();
        if (!limit.isPositive()) throw new SpecException("--llm-timeout needs more than nothing, e.g. 10m");
        var call = Limits.USUAL.withCall(limit);
        return named.provider() == Provider.RELAY ? call.withRelay(limit) : call;
    }
}
