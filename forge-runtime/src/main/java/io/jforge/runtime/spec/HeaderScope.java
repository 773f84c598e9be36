package io.jforge.runtime.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// A task's names with the tunables and constants of a header on top; a constant is evaluated when first asked
/// for.
///
/// So a `require` can rule out what would make a constant below it divide by zero.
final class HeaderScope implements Scope {
    private final Task task;
    private final Map<String, Expr> consts = new LinkedHashMap<>();
    private final Map<String, Long> numbers = new LinkedHashMap<>();

    HeaderScope(Header header, Task task, Map<String, Long> assignment) {
        this.task = task;
        numbers.putAll(assignment);
        header.consts().forEach(c -> consts.put(c.name(), c.value()));
    }

    @Override
    public OptionalLong value(String name) {
        var known = numbers.get(name);
        if (known != null) return OptionalLong.of(known);
        var expr = consts.get(name);
        if (expr == null) return task.value(name);
        settle(name);
        return OptionalLong.of(numbers.get(name));
    }

    /// Evaluates what a constant rests on first, so that a long chain of them does not recurse.
    private void settle(String name) {
        Deque<String> order = new ArrayDeque<>();
        Set<String> needed = new HashSet<>(Set.of(name));
        for (var declared : List.copyOf(consts.keySet()).reversed()) {
            if (!needed.contains(declared) || numbers.containsKey(declared)) continue;
            needed.addAll(consts.get(declared).names());
            order.push(declared);
        }
        order.forEach(n -> numbers.put(n, consts.get(n).eval(this)));
    }

    /// Tunables, then constants, each in the order of the header.
    Map<String, Long> defines() {
        consts.keySet().forEach(this::value);
        Map<String, Long> defines = new LinkedHashMap<>(numbers);
        for (var name : consts.keySet()) {
            defines.remove(name);
            defines.put(name, numbers.get(name));
        }
        return defines;
    }

    @Override
    public Optional<TensorSpec> tensor(String name) {
        return task.tensor(name);
    }

    @Override
    public Optional<DType> dtype(String name) {
        return task.dtype(name);
    }

    @Override
    public OptionalDouble real(String name) {
        return task.real(name);
    }

    @Override
    public Collection<String> names() {
        List<String> names = new ArrayList<>(numbers.keySet());
        names.addAll(consts.keySet());
        names.addAll(task.names());
        return names;
    }
}
