package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A kernelspec of ours as `kernelspec list` tells of it: where, and whether what it starts is still there.
record InstalledKernelspec(JupyterFolders.Place place, Kernelspec spec) {
    /// All of them, those that Jupyter would find first in front.
    static List<InstalledKernelspec> all(JupyterFolders folders) {
        var found = new ArrayList<InstalledKernelspec>();
        for (var place : folders.all())
            Kernelspec.ours(place.data()).forEach(spec -> found.add(new InstalledKernelspec(place, spec)));
        return found;
    }

    /// What its command needs and is gone, or why there is no command.
    Optional<String> lacking() {
        var command = spec.command();
        if (command.isEmpty()) return Optional.of("its kernel.json cannot be read");
        return missing(command).map(file -> file + " is no longer there");
    }

    private static Optional<String> missing(List<String> command) {
        if (!isThere(command.getFirst())) return Optional.of(command.getFirst());
        int classPath = command.indexOf("-cp") + 1;
        if (classPath == 0 || classPath == command.size()) return Optional.empty();
        return Arrays.stream(command.get(classPath).split(File.pathSeparator))
                .filter(entry -> !isThere(entry))
                .findFirst();
    }

    /// A bare word is looked up along PATH when it is started; that is not ours to judge.
    private static boolean isThere(String file) {
        return !file.contains("/") || Files.exists(Path.of(file));
    }

    String line() {
        var starts = spec.command().isEmpty() ? "" : "starts " + spec.command().getFirst();
        return "%-4s %-12s %s  \"%s\"  %s"
                .formatted(
                        lacking().isEmpty() ? "ok" : "FAIL",
                        place.name(),
                        spec.folder(),
                        spec.displayName().orElse(""),
                        lacking().map(what -> what + ": install it again").orElse(starts));
    }

    ObjectNode json() {
        var json = Json.object()
                .put("place", place.name())
                .put("name", spec.name())
                .put("folder", spec.folder().toString())
                .put("display_name", spec.displayName().orElse(""));
        spec.command().forEach(json.putArray("command")::add);
        json.put("works", lacking().isEmpty());
        lacking().ifPresent(what -> json.put("lacking", what));
        return json;
    }
}
