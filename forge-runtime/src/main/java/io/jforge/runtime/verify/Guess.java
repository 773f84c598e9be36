package io.jforge.runtime.verify;

import io.jforge.runtime.device.Elements;
import io.jforge.runtime.spec.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/// One way to fill an output without computing it, or to get it a little wrong: what passes with one of these proves
/// nothing.
///
/// @param complaint what to say of an output for which it passes
/// @param spoils whether it is the right answer with something done to it: where that changes nothing it says nothing
/// @param values of an output, made of the right ones for these inputs and those for others
record Guess(String complaint, boolean spoils, Values values) {
    private static final double TAIL = 0.1;
    private static final double HUNDREDTH = 0.01;

    /// Makes one output.
    @FunctionalInterface
    interface Values {
        LongToDoubleFunction of(Right right);
    }

    /// Right values of one output: for the inputs that it is judged on, and for others.
    record Right(MemorySegment here, MemorySegment elsewhere, DType dtype, long elements, long groupSize) {
        double at(long i) {
            return here.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        }

        double elsewhere(long i) {
            return elsewhere.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        }

        /// Infinities and NaN left out.
        double mean() {
            return LongStream.range(0, elements)
                    .mapToDouble(this::at)
                    .filter(Double::isFinite)
                    .average()
                    .orElse(0);
        }

        /// As the output's dtype keeps them.
        void write(LongToDoubleFunction values, MemorySegment to) {
            for (long i = 0; i < elements; i++) Elements.store(to, dtype, i, values.applyAsDouble(i));
        }
    }

    static final List<Guess> ALL = List.of(
            new Guess("passes where it is zero everywhere: scale it, or tighten its tolerance", false, _ -> _ -> 0),
            new Guess("is nearly constant: its mean everywhere passes for it", false, Guess::mean),
            new Guess("is the same for other inputs: an answer kept from before passes for it", false, Guess::stale),
            new Guess("has so loose a tolerance that it passes with two norm groups exchanged", true, Guess::exchanged),
            new Guess("has so loose a tolerance that it passes when it is a hundredth too large", true, Guess::scaled),
            new Guess("has so loose a tolerance that it passes with its last tenth zeroed", true, Guess::cut));

    private static LongToDoubleFunction stale(Right right) {
        return right::elsewhere;
    }

    /// One number alone is no constant.
    private static LongToDoubleFunction mean(Right right) {
        if (right.elements() == 1) return _ -> Double.NaN;
        double mean = right.mean();
        return _ -> mean;
    }

    /// The first group and the last; the halves where there is but one.
    private static LongToDoubleFunction exchanged(Right right) {
        long size = right.elements() == right.groupSize() ? right.elements() / 2 : right.groupSize();
        long last = right.elements() - size;
        return i -> right.at(i < size ? last + i : i >= last ? i - last : i);
    }

    /// By more where the dtype itself is coarser; a whole number by 1 at least.
    private static LongToDoubleFunction scaled(Right right) {
        double by = 1 + Math.max(HUNDREDTH, ErrorBound.coarseness(right.dtype()));
        return right.dtype().isFloat()
                ? i -> right.at(i) * by
                : i -> right.at(i) + Math.max(1, right.at(i) * HUNDREDTH);
    }

    private static LongToDoubleFunction cut(Right right) {
        long kept = right.elements() - (long) Math.ceil(right.elements() * TAIL);
        return i -> i < kept ? right.at(i) : 0;
    }
}
