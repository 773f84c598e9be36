package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.Forge;
import io.jforge.runtime.spec.Target;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;

/// `devices`: what candidates can run on.
@Command(name = "devices", description = "list what candidates can run on")
class DevicesVerb extends Verb {
    @Override
    Answer answer(Forge forge, Screen screen) {
        var table = new Grid("device", "model", "cores", "instructions", "last-level cache", "memory");
        for (var device : forge.devices())
            table.row(
                    device.id(),
                    device.model(),
                    String.valueOf(device.cores()),
                    device.isa(),
                    (device.lastLevelCacheBytes() >> 20) + " MiB",
                    String.format(Locale.ROOT, "%.1f GiB", device.memoryBytes() / (double) (1L << 30)));
        return Answer.of(
                table.bundle(),
                () -> Map.of(
                        "devices",
                        forge.devices().stream().map(DevicesVerb::json).toList()));
    }

    private static Object json(Target device) {
        var json = new LinkedHashMap<String, Object>();
        json.put("device", device.id());
        json.put("kind", device.kind());
        json.put("model", device.model());
        json.put("cores", device.cores());
        json.put("instructions", device.isa());
        json.put("last_level_cache_bytes", device.lastLevelCacheBytes());
        json.put("memory_bytes", device.memoryBytes());
        return json;
    }
}
