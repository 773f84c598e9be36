package io.jforge.runtime.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The memories of the layouts that were used last; one seen before keeps its addresses.
///
/// @param <M> a device's kind of memory
final class Layouts<M extends Layouts.Memory> implements AutoCloseable {
    private static final int KEPT = 24;

    private record Layout(List<BufferSpec> buffers, int sets) {}

    /// What holds a layout's buffers; closing it frees them.
    interface Memory extends AutoCloseable {
        int sets();

        void fill(int set, List<Fill> fills);

        void poisonOutputs(byte pattern);

        /// Inputs of the set that no longer hash to what was filled in.
        List<String> changedInputs(int set);

        /// A hash of what the outputs hold.
        long digest();

        @Override
        void close();
    }

    /// Allocates a layout.
    interface Maker<M> {
        M make(List<BufferSpec> buffers, int sets);
    }

    private final Map<Layout, M> memories = new LinkedHashMap<>(16, 0.75f, true);
    private final Maker<M> maker;

    Layouts(Maker<M> maker) {
        this.maker = maker;
    }

    boolean has(List<BufferSpec> buffers, int sets) {
        return memories.containsKey(new Layout(buffers, sets));
    }

    /// This layout's memory, which is now the one used last; the one unused for longest makes room.
    M use(List<BufferSpec> buffers, int sets) {
        var memory = memories.computeIfAbsent(new Layout(buffers, sets), _ -> maker.make(buffers, sets));
        if (memories.size() > KEPT) {
            var oldest = memories.entrySet().iterator().next();
            memories.remove(oldest.getKey()).close();
        }
        return memory;
    }

    @Override
    public void close() {
        memories.values().forEach(Memory::close);
        memories.clear();
    }
}
