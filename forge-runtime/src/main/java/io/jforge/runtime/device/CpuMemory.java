package io.jforge.runtime.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The buffers of one layout: outputs once, inputs in several sets that hold different values.
final class CpuMemory implements Layouts.Memory {
    private final Arena arena = Arena.ofShared();
    private final List<BufferSpec> specs;
    private final List<Map<String, Guarded>> sets = new ArrayList<>();
    private final Map<String, Long> hashes = new LinkedHashMap<>();

    CpuMemory(List<BufferSpec> specs, int sets) {
        this.specs = List.copyOf(specs);
        var outputs = new LinkedHashMap<String, Guarded>();
        for (var spec : of(BufferSpec.Role.OUTPUT)) outputs.put(spec.name(), new Guarded(arena, spec.bytes()));
        for (int set = 0; set < sets; set++) {
            var buffers = new LinkedHashMap<>(outputs);
            for (var spec : of(BufferSpec.Role.INPUT)) buffers.put(spec.name(), new Guarded(arena, spec.bytes()));
            this.sets.add(buffers);
        }
    }

    @Override
    public int sets() {
        return sets.size();
    }

    /// The buffer's address for the candidate; a name that is not there is a null pointer (an absent optional
    /// input).
    MemorySegment address(int set, String name) {
        var buffer = sets.get(set).get(name);
        return buffer == null ? MemorySegment.NULL : buffer.body();
    }

    @Override
    public void fill(int set, List<Fill> fills) {
        var inputs = of(BufferSpec.Role.INPUT);
        for (int i = 0; i < inputs.size(); i++) {
            var input = inputs.get(i);
            var buffer = sets.get(set).get(input.name());
            Filler.fill(buffer.body(), input.dtype(), input.elements(), fills.get(i));
            hashes.put(set + input.name(), buffer.hash());
        }
    }

    @Override
    public void poisonOutputs(byte pattern) {
        for (var spec : of(BufferSpec.Role.OUTPUT))
            sets.getFirst().get(spec.name()).poison(pattern);
    }

    @Override
    public List<String> changedInputs(int set) {
        return of(BufferSpec.Role.INPUT).stream()
                .map(BufferSpec::name)
                .filter(name -> hashes.containsKey(set + name)
                        && hashes.get(set + name) != sets.get(set).get(name).hash())
                .toList();
    }

    List<String> brokenGuards(int set) {
        return sets.get(set).entrySet().stream()
                .filter(entry -> !entry.getValue().intact())
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public long digest() {
        long all = 0;
        for (var spec : of(BufferSpec.Role.OUTPUT))
            all = Filler.mix(all + sets.getFirst().get(spec.name()).hash());
        return all;
    }

    /// An output or an input of the first set.
    MemorySegment body(String name) {
        return sets.getFirst().get(name).body();
    }

    List<MemorySegment> outputs() {
        return of(BufferSpec.Role.OUTPUT).stream()
                .map(spec -> sets.getFirst().get(spec.name()).body())
                .toList();
    }

    private List<BufferSpec> of(BufferSpec.Role role) {
        return specs.stream().filter(spec -> spec.role() == role).toList();
    }

    @Override
    public void close() {
        arena.close();
    }
}
