package io.jforge.runtime.search;

import io.jforge.runtime.spec.SpecException;
import java.util.regex.Pattern;

/// What is good enough: a speedup over naive (`3x`), or a share of the roofline (`0.9roofline`).
public sealed interface Goal {
    record Times(double speedup) implements Goal {}

    record RooflineShare(double share) implements Goal {}

    /// Whether it is reached.
    default boolean isReached(double speedup, double rooflineShare) {
        return switch (this) {
            case Times(double wanted) -> speedup >= wanted;
            case RooflineShare(double wanted) -> rooflineShare >= wanted;
        };
    }

    Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)(x|roofline)");

    /// @throws SpecException if it reads otherwise
    static Goal parse(String text) {
        var matcher = TEXT.matcher(text.strip());
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) <= 0)
            throw new SpecException(
                    "a goal is a speedup such as 3x or a share such as 0.9roofline, not '" + text + "'");
        double number = Double.parseDouble(matcher.group(1));
        return matcher.group(2).equals("x") ? new Times(number) : new RooflineShare(number);
    }
}
