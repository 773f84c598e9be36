package io.jforge.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Questions that brought no answer: the first is told when it comes, the others with it as one.
final class Misses {
    private final List<String> why = new ArrayList<>();

    /// @return what to tell at once
    Optional<String> add(String reason) {
        why.add(reason);
        return why.size() == 1 ? Optional.of(reason) : Optional.empty();
    }

    /// These warnings with all misses in place of the first one.
    List<String> in(List<String> warnings) {
        if (why.size() < 2) return warnings;
        var all = "%d questions brought no answer; of the last: %s".formatted(why.size(), why.getLast());
        return warnings.stream()
                .map(warning -> warning.equals(why.getFirst()) ? all : warning)
                .toList();
    }
}
