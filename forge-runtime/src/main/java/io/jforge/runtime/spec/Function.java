package io.jforge.runtime.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The functions of numbers that expressions may call; `if` is here for its name and arity, and evaluated
/// lazily.
enum Function {
    CEILDIV(2, 2, false),
    MIN(2, 8, false),
    MAX(2, 8, false),
    POW2CEIL(1, 1, false),
    LOG2(1, 1, false),
    IF(3, 3, false),
    SQRT(1, 1, true),
    EXP(1, 1, true),
    LOG(1, 1, true);

    private final int fewest;
    private final int most;
    private final boolean real;

    Function(int fewest, int most, boolean real) {
        this.fewest = fewest;
        this.most = most;
        this.real = real;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether only expressions of real numbers have it.
    boolean isReal() {
        return real;
    }

    boolean takes(int arguments) {
        return arguments >= fewest && arguments <= most;
    }

    String arity() {
        return fewest == most
                ? "%d argument%s".formatted(fewest, fewest == 1 ? "" : "s")
                : "at least %d arguments".formatted(fewest);
    }

    static Optional<Function> find(String label) {
        return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).filter(f -> !f.real).map(Function::label).toList();
    }

    /// The exact result; an [ArithmeticException] with a message when there is none.
    long apply(long[] a) {
        return switch (this) {
            case CEILDIV -> Math.ceilDivExact(a[0], a[1]);
            case MIN -> Arrays.stream(a).min().orElseThrow();
            case MAX -> Arrays.stream(a).max().orElseThrow();
            case POW2CEIL -> pow2ceil(a[0]);
            case LOG2 -> log2(a[0]);
            case IF, SQRT, EXP, LOG -> throw new IllegalStateException(label() + " is not a function of whole numbers");
        };
    }

    double apply(double[] a) {
        return switch (this) {
            case CEILDIV -> Math.ceil(a[0] / a[1]);
            case MIN -> Arrays.stream(a).min().orElseThrow();
            case MAX -> Arrays.stream(a).max().orElseThrow();
            case POW2CEIL -> Math.pow(2, Math.ceil(Math.log(a[0]) / Math.log(2)));
            case LOG2 -> Math.log(a[0]) / Math.log(2);
            case SQRT -> Math.sqrt(a[0]);
            case EXP -> Math.exp(a[0]);
            case LOG -> Math.log(a[0]);
            case IF -> throw new IllegalStateException("if is evaluated lazily");
        };
    }

    private static long pow2ceil(long n) {
        if (n < 1) throw new ArithmeticException("pow2ceil needs a positive number, got " + n);
        if (n > 1L << 62) throw new ArithmeticException("pow2ceil(%d) does not fit in 64 bits".formatted(n));
        return n == 1 ? 1 : Long.highestOneBit(n - 1) << 1;
    }

    private static long log2(long n) {
        if (n < 1) throw new ArithmeticException("log2 needs a positive number, got " + n);
        return Long.SIZE - 1L - Long.numberOfLeadingZeros(n);
    }
}
