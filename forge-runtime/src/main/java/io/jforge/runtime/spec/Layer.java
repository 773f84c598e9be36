package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A scope with more numbers on top of another one; the map may grow while it is used.
record Layer(Scope below, Map<String, Long> numbers) implements Scope {
    /// Numbers and nothing else.
    static Layer of(Map<String, Long> numbers) {
        return new Layer(Empty.SCOPE, numbers);
    }

    @Override
    public OptionalLong value(String name) {
        var number = numbers.get(name);
        return number != null ? OptionalLong.of(number) : below.value(name);
    }

    @Override
    public Optional<TensorSpec> tensor(String name) {
        return below.tensor(name);
    }

    @Override
    public Optional<DType> dtype(String name) {
        return below.dtype(name);
    }

    @Override
    public OptionalDouble real(String name) {
        return below.real(name);
    }

    @Override
    public Collection<String> names() {
        List<String> names = new ArrayList<>(numbers.keySet());
        names.addAll(below.names());
        return names;
    }

    private enum Empty implements Scope {
        SCOPE;

        @Override
        public OptionalLong value(String name) {
            return OptionalLong.empty();
        }

        @Override
        public Optional<TensorSpec> tensor(String name) {
            return Optional.empty();
        }

        @Override
        public Optional<DType> dtype(String name) {
            return Optional.empty();
        }
    }
}
