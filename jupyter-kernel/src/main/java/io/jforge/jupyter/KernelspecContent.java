package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.spec.SpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// What a kernelspec tells Jupyter.
///
/// @param command starts the kernel, `{connection_file}` in it
/// @param displayName what clients call it
/// @param environment variables that the kernel gets
record KernelspecContent(List<String> command, String displayName, Map<String, String> environment) {
    static final String USUAL_DISPLAY_NAME = "Java (JForge)";

    /// What asks the launcher and the kernel for the preview features of this Java.
    static final String PREVIEW = "JFORGE_PREVIEW";

    KernelspecContent {
        if (!command.contains("{connection_file}"))
            throw new IllegalArgumentException("a kernel's command needs {connection_file}: " + command);
        if (displayName.isBlank()) throw new SpecException("a kernel needs a display name, and it is blank");
        command = List.copyOf(command);
        environment.keySet().forEach(KernelspecContent::check);
        environment = Map.copyOf(environment);
    }

    private static void check(String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*"))
            throw new SpecException(
                    "no environment variable can be called '%s': --env wants NAME=VALUE".formatted(name));
    }

    static KernelspecContent usual(List<String> command) {
        return new KernelspecContent(command, USUAL_DISPLAY_NAME, Map.of());
    }

    /// The same with preview features.
    KernelspecContent withPreview() {
        var more = new LinkedHashMap<>(environment);
        more.put(PREVIEW, "1");
        return new KernelspecContent(command, displayName, more);
    }

    ObjectNode json() {
        var spec = Json.object();
        command.forEach(spec.putArray("argv")::add);
        spec.put("display_name", displayName).put("language", "java").put("interrupt_mode", "message");
        if (!environment.isEmpty()) new TreeMap<>(environment).forEach(spec.putObject("env")::put);
        spec.putObject("metadata").put("debugger", false).putObject("jforge").put("version", Installation.version());
        return spec;
    }
}
