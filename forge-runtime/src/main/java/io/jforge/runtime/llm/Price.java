package io.jforge.runtime.llm;

import io.jforge.runtime.spec.SpecException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// What a model costs, in dollars for a million tokens.
///
/// @param in of the question
/// @param out of the answer
/// @param cached of those of the question that come from the provider's cache
public record Price(BigDecimal in, BigDecimal out, BigDecimal cached) {
    private static final int MILLION = 6; // as a power of ten
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}(?:\\.\\d{1,6})?");
    private static final long ENVELOPE_TOKENS = 200;

    public Price {
        if (in.signum() < 0 || out.signum() < 0 || cached.signum() < 0)
            throw new IllegalArgumentException("a price is not negative");
    }

    /// Reads `--price IN,OUT[,CACHED]`; cached tokens cost what others do unless it says.
    ///
    /// @throws SpecException if it reads otherwise
    public static Price parse(String text) {
        var numbers = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (numbers.size() < 2
                || numbers.size() > 3
                || !numbers.stream().allMatch(number -> NUMBER.matcher(number).matches()))
            throw new SpecException(
                    "--price takes IN,OUT or IN,OUT,CACHED in dollars for a million tokens, e.g. 3,15,0.3," + " not '"
                            + text + "'");
        var prices = numbers.stream().map(BigDecimal::new).toList();
        return new Price(prices.getFirst(), prices.get(1), prices.size() > 2 ? prices.get(2) : prices.getFirst());
    }

    /// What a call cost, in dollars; empty where the provider did not tell its tokens.
    public Optional<BigDecimal> cost(Usage usage) {
        if (usage.in().isEmpty() || usage.out().isEmpty()) return Optional.empty();
        return Optional.of(cost(usage.in(), usage.cached(), usage.out()));
    }

    private BigDecimal cost(OptionalLong tokensIn, OptionalLong tokensCached, OptionalLong tokensOut) {
        long fromCache = Math.min(tokensCached.orElse(0), tokensIn.getAsLong());
        return in.multiply(BigDecimal.valueOf(tokensIn.getAsLong() - fromCache))
                .add(cached.multiply(BigDecimal.valueOf(fromCache)))
                .add(out.multiply(BigDecimal.valueOf(tokensOut.getAsLong())))
                .movePointLeft(MILLION);
    }

    /// The most that one call can cost, in dollars, told before it is made.
    ///
    /// The answer is bounded by what was asked for. The question is taken as one token for two bytes and
    /// 200 for the provider's own envelope: tokenizers make three to four bytes of English or code one
    /// token, and about two of dense hexadecimal or of Chinese. It is no bound for text that is made to be
    /// dear (random bytes, rare scripts: up to a token a byte); our prompts are prose and code.
    public BigDecimal worst(Question question) {
        long bytes = bytes(question.system()) + bytes(question.prompt());
        return in.max(cached)
                .multiply(BigDecimal.valueOf((bytes + 1) / 2 + ENVELOPE_TOKENS))
                .add(out.multiply(BigDecimal.valueOf(question.maxTokens())))
                .movePointLeft(MILLION);
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
