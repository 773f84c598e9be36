package io.jforge.runtime.llm;

import java.util.OptionalLong;

/// Tokens of one call, or of several together; empty where the provider does not tell.
///
/// @param in of the question, those from the provider's cache among them
/// @param cached those of the question that came from the provider's cache
/// @param out of the answer, those of its thinking among them
public record Usage(OptionalLong in, OptionalLong cached, OptionalLong out) {
    public static final Usage UNKNOWN = new Usage(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    public static Usage of(long in, long cached, long out) {
        return new Usage(OptionalLong.of(in), OptionalLong.of(cached), OptionalLong.of(out));
    }

    /// Both together; what one of them does not tell, the sum does not either.
    public Usage and(Usage other) {
        return new Usage(sum(in, other.in), sum(cached, other.cached), sum(out, other.out));
    }

    private static OptionalLong sum(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                : OptionalLong.empty();
    }
}
