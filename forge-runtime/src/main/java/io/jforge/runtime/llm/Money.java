package io.jforge.runtime.llm;

import io.jforge.runtime.spec.SpecException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/// An amount in US dollars, not negative.
public record Money(BigDecimal dollars) {
    private static final Pattern TEXT = Pattern.compile("\\$?(\\d{1,9}(?:\\.\\d{1,9})?|\\.\\d{1,9})(?: ?usd)?");
    private static final int CENTS = 2;
    private static final int SMALL = 4;

    public Money {
        if (dollars.signum() < 0) throw new IllegalArgumentException("an amount is not negative: " + dollars);
    }

    /// Reads `2.00usd`, `2usd`, `$2`, `0.5`.
    ///
    /// @throws SpecException if it reads otherwise, or is nothing
    public static Money parse(String text) {
        var matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) throw new SpecException("an amount is in dollars, e.g. 2.00usd, not '" + text + "'");
        var dollars = new BigDecimal(matcher.group(1));
        if (dollars.signum() == 0) throw new SpecException("an amount of nothing buys no answer: give e.g. 2.00usd");
        return new Money(dollars);
    }

    /// `2.00 usd`; small ones to a hundredth of a cent, rounded up so that what was spent is never shown as
    /// nothing.
    @Override
    public String toString() {
        var cents = dollars.setScale(CENTS, RoundingMode.HALF_UP);
        var shown = dollars.compareTo(BigDecimal.ONE) >= 0 || dollars.compareTo(cents) == 0
                ? cents
                : dollars.setScale(SMALL, RoundingMode.UP);
        return shown.toPlainString() + " usd";
    }
}
