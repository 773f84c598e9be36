package io.jforge.runtime.device;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Readies the memory for each timed sample: fresh inputs, and outputs that hold no answer, so that there
/// is nothing to remember and nothing to find.
final class Renewal {
    private static final byte POISON = (byte) 0xFF;

    private final Layouts.Memory memory;
    private final FreshInputs fresh;
    private final Set<String> changed = new LinkedHashSet<>();
    private int samples;

    Renewal(Layouts.Memory memory, FreshInputs fresh) {
        this.memory = memory;
        this.fresh = fresh;
    }

    /// Calls in turn share a sample's inputs.
    void before(Sampler.Place place) {
        if (fresh.isNone()) return;
        if (place.call() == 0) {
            changed.addAll(memory.changedInputs(place.set()));
            memory.fill(place.set(), fresh.of(samples++, place.isLast()));
        }
        memory.poisonOutputs(POISON);
    }

    /// Inputs that some call changed.
    List<String> changedInputs() {
        for (int set = 0; set < memory.sets(); set++) changed.addAll(memory.changedInputs(set));
        return List.copyOf(changed);
    }
}
