package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `version`: this JForge and its Java.
@Command(name = "version", description = "tell the version")
final class VersionCommand implements Callable<Integer> {
    @ParentCommand
    private JForgeCommand parent;

    @Option(names = "--json", description = "print one JSON object and nothing else")
    private boolean json;

    @Override
    public Integer call() {
        var java = Runtime.version().toString();
        if (json)
            parent.terminal()
                    .json(Json.MAPPER.writeValueAsString(Map.of("jforge", Installation.version(), "java", java)));
        else parent.terminal().out().println("jforge " + Installation.version() + " (Java " + java + ")");
        return 0;
    }
}
