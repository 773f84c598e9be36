package io.jforge.runtime.spec;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What the names in an expression stand for.
public interface Scope {
    /// The whole number of that name: a shape symbol, an attribute, a tunable, a constant or a fact of the
    /// target.
    OptionalLong value(String name);

    /// The tensor that `sizeof`, `stride` and the like ask about; an absent optional input is there, marked
    /// absent.
    Optional<TensorSpec> tensor(String name);

    /// What a dtype variable such as `T` stands for.
    Optional<DType> dtype(String name);

    /// A float attribute, which only expressions of real numbers may name.
    default OptionalDouble real(String name) {
        return OptionalDouble.empty();
    }

    /// The names this scope knows, for "did you mean".
    default Collection<String> names() {
        return List.of();
    }
}
