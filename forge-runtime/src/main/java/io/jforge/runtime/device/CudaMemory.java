package io.jforge.runtime.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The device buffers of one layout: outputs once, inputs in several sets that hold different values.
final class CudaMemory implements Layouts.Memory {
    private final CudaHost host;
    private final List<BufferSpec> specs;
    private final Map<String, CudaBuffer> outputs = new LinkedHashMap<>();
    private final List<Map<String, CudaBuffer>> inputs = new ArrayList<>();
    private final Map<String, Long> hashes = new LinkedHashMap<>();

    CudaMemory(CudaHost host, List<BufferSpec> specs, int sets) {
        this.host = host;
        this.specs = List.copyOf(specs);
        for (var spec : of(BufferSpec.Role.OUTPUT)) outputs.put(spec.name(), new CudaBuffer(spec.bytes()));
        for (int set = 0; set < sets; set++) {
            var buffers = new LinkedHashMap<String, CudaBuffer>();
            for (var spec : of(BufferSpec.Role.INPUT)) buffers.put(spec.name(), new CudaBuffer(spec.bytes()));
            inputs.add(buffers);
        }
    }

    List<BufferSpec> specs() {
        return specs;
    }

    @Override
    public int sets() {
        return inputs.size();
    }

    long bytes() {
        long all = outputs.values().stream().mapToLong(CudaBuffer::bytes).sum();
        for (var set : inputs)
            all += set.values().stream().mapToLong(CudaBuffer::bytes).sum();
        return all;
    }

    /// 0 for a name that is not there: an absent optional input.
    long address(int set, String name) {
        var buffer = outputs.getOrDefault(name, inputs.get(set).get(name));
        return buffer == null ? 0 : buffer.address();
    }

    Map<String, CudaBuffer> outputsByName() {
        return outputs;
    }

    CudaBuffer output(String name) {
        return outputs.get(name);
    }

    List<CudaBuffer> outputs() {
        return List.copyOf(outputs.values());
    }

    @Override
    public void fill(int set, List<Fill> fills) {
        var filled = of(BufferSpec.Role.INPUT);
        for (int i = 0; i < filled.size(); i++) {
            var buffer = inputs.get(set).get(filled.get(i).name());
            host.fill(buffer, filled.get(i).dtype(), filled.get(i).elements(), fills.get(i));
            hashes.put(set + filled.get(i).name(), host.hash(buffer));
        }
    }

    @Override
    public long digest() {
        long all = 0;
        for (var output : outputs.values()) all = Filler.mix(all + host.hash(output));
        return all;
    }

    @Override
    public void poisonOutputs(byte pattern) {
        outputs.values().forEach(output -> output.fill(pattern));
    }

    @Override
    public List<String> changedInputs(int set) {
        return of(BufferSpec.Role.INPUT).stream()
                .map(BufferSpec::name)
                .filter(name -> hashes.containsKey(set + name)
                        && hashes.get(set + name) != host.hash(inputs.get(set).get(name)))
                .toList();
    }

    List<String> brokenGuards(int set) {
        var broken = new ArrayList<String>();
        outputs.forEach((name, buffer) -> {
            if (!buffer.intact()) broken.add(name);
        });
        inputs.get(set).forEach((name, buffer) -> {
            if (!buffer.intact()) broken.add(name);
        });
        return broken;
    }

    private List<BufferSpec> of(BufferSpec.Role role) {
        return specs.stream().filter(spec -> spec.role() == role).toList();
    }

    @Override
    public void close() {
        outputs.values().forEach(CudaBuffer::close);
        inputs.forEach(set -> set.values().forEach(CudaBuffer::close));
    }
}
