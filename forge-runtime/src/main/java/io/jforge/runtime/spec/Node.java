package io.jforge.runtime.spec;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// An expression's syntax tree, which evaluates itself: exactly over 64-bit whole numbers, or over doubles.
sealed interface Node {
    Place place();

    long eval(Scope scope);

    /// The value over real numbers, for float attributes and the like.
    default double real(Scope scope) {
        return eval(scope);
    }

    /// The dtype this stands for, if it stands for one: only `==` and `!=` ask.
    default Optional<DType> dtype(Scope scope) {
        return Optional.empty();
    }

    default void walk(Consumer<Node> visit) {
        visit.accept(this);
    }

    record Int(long value, Place place) implements Node {
        @Override
        public long eval(Scope scope) {
            return value;
        }
    }

    record Decimal(double value, Place place) implements Node {
        @Override
        public long eval(Scope scope) {
            throw place.error("only whole numbers are allowed here");
        }

        @Override
        public double real(Scope scope) {
            return value;
        }
    }

    record Name(String name, Place place) implements Node {
        @Override
        public long eval(Scope scope) {
            return scope.value(name).orElseThrow(() -> unknown(scope));
        }

        @Override
        public double real(Scope scope) {
            var real = scope.real(name);
            return real.isPresent() ? real.getAsDouble() : eval(scope);
        }

        @Override
        public Optional<DType> dtype(Scope scope) {
            return DType.find(name).or(() -> scope.dtype(name));
        }

        private SpecException unknown(Scope scope) {
            if (dtype(scope).isPresent()) return place.error(name + " is a dtype: it stands only beside == or !=");
            if (scope.tensor(name).isPresent())
                return place.error("%s is a tensor: ask sizeof(%s), numel(%s) ...".formatted(name, name, name));
            if (scope.real(name).isPresent())
                return place.error(name + " is a float attribute: it stands only as an argument by itself");
            if (scope.names().contains(name)) return place.error(name + " is not known for this target");
            return place.error("unknown name '%s'.%s".formatted(name, Nearest.suffix(name, scope.names())));
        }
    }

    record Unary(char operator, Node operand, Place place) implements Node {
        @Override
        public long eval(Scope scope) {
            long v = operand.eval(scope);
            if (operator == '!') return Operator.truth(v == 0);
            if (v == Long.MIN_VALUE) throw place.error("-(%d) does not fit in 64 bits".formatted(v));
            return -v;
        }

        @Override
        public double real(Scope scope) {
            double v = operand.real(scope);
            return operator == '!' ? Operator.truth(v == 0) : -v;
        }

        @Override
        public void walk(Consumer<Node> visit) {
            visit.accept(this);
            operand.walk(visit);
        }
    }

    record Binary(Operator operator, Node left, Node right, Place place) implements Node {
        @Override
        public long eval(Scope scope) {
            if (comparesDTypes(scope)) return equalDTypes(scope);
            long a = left.eval(scope);
            if (decided(a != 0)) return Operator.truth(a != 0);
            long b = right.eval(scope);
            if (operator.divides() && b == 0) throw place.error("division by zero");
            try {
                return operator.apply(a, b);
            } catch (ArithmeticException e) {
                throw place.error("%d %s %d does not fit in 64 bits".formatted(a, operator.symbol(), b));
            }
        }

        @Override
        public double real(Scope scope) {
            if (comparesDTypes(scope)) return equalDTypes(scope);
            double a = left.real(scope);
            if (decided(a != 0)) return Operator.truth(a != 0);
            double b = right.real(scope);
            if (operator.divides() && b == 0) throw place.error("division by zero");
            return operator.apply(a, b);
        }

        /// `&&` and `||` do not look at their right side when the left one decides.
        private boolean decided(boolean left) {
            return (operator == Operator.AND && !left) || (operator == Operator.OR && left);
        }

        private boolean comparesDTypes(Scope scope) {
            return (operator == Operator.EQ || operator == Operator.NE)
                    && (left.dtype(scope).isPresent() || right.dtype(scope).isPresent());
        }

        private long equalDTypes(Scope scope) {
            boolean equal = dtypeOf(left, scope) == dtypeOf(right, scope);
            return Operator.truth(equal == (operator == Operator.EQ));
        }

        private static DType dtypeOf(Node side, Scope scope) {
            return side.dtype(scope)
                    .orElseThrow(() -> side instanceof Name(String name, Place at)
                            ? at.error("'%s' is not a dtype.%s".formatted(name, Nearest.suffix(name, DType.labels())))
                            : side.place().error("a dtype compares only with a dtype"));
        }

        @Override
        public void walk(Consumer<Node> visit) {
            visit.accept(this);
            left.walk(visit);
            right.walk(visit);
        }
    }

    record Call(Function function, List<Node> arguments, Place place) implements Node {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public long eval(Scope scope) {
            if (function == Function.IF)
                return chosen(arguments.get(0).eval(scope) != 0).eval(scope);
            long[] values = arguments.stream().mapToLong(a -> a.eval(scope)).toArray();
            if (function == Function.CEILDIV && values[1] == 0) throw place.error("division by zero");
            try {
                return function.apply(values);
            } catch (ArithmeticException e) {
                throw place.error(e.getMessage());
            }
        }

        @Override
        public double real(Scope scope) {
            if (function == Function.IF)
                return chosen(arguments.get(0).real(scope) != 0).real(scope);
            return function.apply(
                    arguments.stream().mapToDouble(a -> a.real(scope)).toArray());
        }

        private Node chosen(boolean condition) {
            return arguments.get(condition ? 1 : 2);
        }

        @Override
        public void walk(Consumer<Node> visit) {
            visit.accept(this);
            arguments.forEach(a -> a.walk(visit));
        }
    }

    record TensorCall(TensorQuery query, String tensor, Optional<Node> dimension, Place place) implements Node {
        @Override
        public long eval(Scope scope) {
            var spec = tensor(scope);
            return switch (query) {
                case SIZEOF -> spec.dtype().bytes();
                case NUMEL -> spec.numel();
                case EXTENT -> spec.extent();
                case HAS -> Operator.truth(spec.present());
                case STRIDE -> stride(spec, dimension.orElseThrow().eval(scope));
                case DTYPE -> throw place.error("dtype(%s) stands only beside == or !=".formatted(tensor));
            };
        }

        private long stride(TensorSpec spec, long i) {
            int rank = spec.strides().size();
            if (i >= 0 && i < rank) return spec.strides().get((int) i);
            throw place.error("stride(%s, %d): %s has dimensions 0 to %d".formatted(tensor, i, tensor, rank - 1));
        }

        @Override
        public Optional<DType> dtype(Scope scope) {
            return query == TensorQuery.DTYPE ? Optional.of(tensor(scope).dtype()) : Optional.empty();
        }

        private TensorSpec tensor(Scope scope) {
            return scope.tensor(tensor)
                    .orElseThrow(() -> place.error("'%s' is not an input or output".formatted(tensor)));
        }

        @Override
        public void walk(Consumer<Node> visit) {
            visit.accept(this);
            dimension.ifPresent(d -> d.walk(visit));
        }
    }
}
