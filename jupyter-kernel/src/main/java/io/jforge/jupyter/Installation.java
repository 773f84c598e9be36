package io.jforge.jupyter;

import io.jforge.runtime.compile.MissingTool;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Where this JForge lies, as the launcher told it.
record Installation(Map<String, String> environment) {
    static Installation here() {
        return new Installation(System.getenv());
    }

    /// The repository's folder.
    ///
    /// @throws MissingTool when not started by the launcher
    Path root() {
        var root = environment.get("JFORGE_ROOT");
        if (root == null) throw new MissingTool("start this with install/jforge: it says where JForge lies");
        return Path.of(root);
    }

    /// The command of a kernel process, with `{connection_file}` in place of the file.
    List<String> kernelCommand() {
        return command(List.of("kernel", "{connection_file}"));
    }

    /// The same with the preview features of this Java; the launcher sees by [KernelspecContent#PREVIEW]
    /// that it is so.
    List<String> previewCommand() {
        return started(List.of("--enable-preview"), List.of("kernel", "{connection_file}"));
    }

    /// What starts JForge with these words.
    List<String> command(List<String> words) {
        return started(List.of(), words);
    }

    private List<String> started(List<String> options, List<String> words) {
        var launcher = environment.get("JFORGE_LAUNCHER");
        var start = launcher != null ? List.of(launcher) : java(options);
        return Stream.concat(start.stream(), words.stream()).toList();
    }

    /// What starts JForge in this very Java, without the launcher.
    static List<String> java(List<String> options) {
        var before =
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        var after = List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=jdk.jshell/jdk.jshell=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path")
                        .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator),
                Main.class.getName());
        return Stream.of(before, options, after).flatMap(List::stream).toList();
    }

    static String version() {
        var version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
