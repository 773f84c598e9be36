package io.jforge.runtime.verify;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/// One output's right values, which of them to spoil, and how far each may be off.
final class RightOutput {
    private final Yardstick.Rule rule;
    private final Reference.Answer answer;
    private final RandomGenerator random;

    RightOutput(Yardstick.Rule rule, Reference.Answer answer, RandomGenerator random) {
        this.rule = rule;
        this.answer = answer;
        this.random = random;
    }

    String name() {
        return rule.output().name();
    }

    long elements() {
        return rule.output().numel();
    }

    long groupSize() {
        return rule.groupSize();
    }

    double at(long i) {
        return answer.values().getAtIndex(ValueLayout.JAVA_DOUBLE, i);
    }

    long anyElement() {
        return random.nextLong(elements());
    }

    /// The first element of any norm group.
    long anyGroup() {
        return random.nextLong(elements() / groupSize()) * groupSize();
    }

    /// The error allowed at one element, as FORMATS.md has it.
    double allowed(long i) {
        double magnitude = answer.magnitudes().equals(MemorySegment.NULL)
                ? 0
                : answer.magnitudes().getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        return rule.abs() * rms(i / groupSize())
                + rule.rel() * Math.abs(at(i))
                + 16 * rule.rounding() * magnitude
                + rule.leastNormal();
    }

    private double rms(long group) {
        return Math.sqrt(LongStream.range(group * groupSize(), (group + 1) * groupSize())
                .mapToDouble(i -> at(i) * at(i))
                .average()
                .orElse(0));
    }

    long largest() {
        return best(0, elements(), i -> Math.abs(at(i)));
    }

    /// The first of two neighbours that differ most.
    long steepest() {
        return best(0, elements() - 1, i -> Math.abs(at(i) - at(i + 1)));
    }

    /// One that is not zero, and less than the least normal number.
    OptionalLong denormal() {
        return LongStream.range(0, elements())
                .filter(i -> at(i) != 0 && Math.abs(at(i)) < rule.leastNormal())
                .findFirst();
    }

    private static long best(long from, long to, LongToDoubleFunction by) {
        long best = from;
        for (long i = from; i < to; i++) if (by.applyAsDouble(i) > by.applyAsDouble(best)) best = i;
        return best;
    }
}
