package io.jforge.runtime.spec;

/// The binary operators of expressions; `/` and `%` round towards minus infinity.
enum Operator {
    OR("||"),
    AND("&&"),
    EQ("=="),
    NE("!="),
    LT("<"),
    LE("<="),
    GT(">"),
    GE(">="),
    ADD("+"),
    SUB("-"),
    MUL("*"),
    DIV("/"),
    MOD("%");

    private final String symbol;

    Operator(String symbol) {
        this.symbol = symbol;
    }

    String symbol() {
        return symbol;
    }

    /// The exact result; an [ArithmeticException] when it does not fit or a divisor is 0.
    long apply(long a, long b) {
        return switch (this) {
            case OR -> truth(a != 0 || b != 0);
            case AND -> truth(a != 0 && b != 0);
            case EQ -> truth(a == b);
            case NE -> truth(a != b);
            case LT -> truth(a < b);
            case LE -> truth(a <= b);
            case GT -> truth(a > b);
            case GE -> truth(a >= b);
            case ADD -> Math.addExact(a, b);
            case SUB -> Math.subtractExact(a, b);
            case MUL -> Math.multiplyExact(a, b);
            case DIV -> Math.floorDivExact(a, b);
            case MOD -> Math.floorMod(a, b);
        };
    }

    double apply(double a, double b) {
        return switch (this) {
            case OR -> truth(a != 0 || b != 0);
            case AND -> truth(a != 0 && b != 0);
            case EQ -> truth(a == b);
            case NE -> truth(a != b);
            case LT -> truth(a < b);
            case LE -> truth(a <= b);
            case GT -> truth(a > b);
            case GE -> truth(a >= b);
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case MOD -> a - b * Math.floor(a / b);
        };
    }

    boolean divides() {
        return this == DIV || this == MOD;
    }

    static long truth(boolean holds) {
        return holds ? 1 : 0;
    }
}
