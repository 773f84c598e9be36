package io.jforge.runtime.device;

import io.jforge.runtime.compile.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The same from the tools that every Linux has (util-linux): `unshare` makes the namespaces, and a script mounts what
/// is shown, which a table beside the outputs lists.
record Namespaces(Path unshare) implements Sandbox {
    private static final String SCRIPT = Resources.text("/host/namespaces.sh");

    /// In a namespace of one's own a mount may lose none of these.
    private static final Set<String> LOCKED = Set.of("nosuid", "nodev", "noexec", "noatime", "nodiratime", "relatime");

    @Override
    public List<String> around(View view, String libraryPath, List<String> command) {
        var shown = view.shown(libraryPath);
        var table = view.folder().resolve("mounts");
        try {
            Files.write(table, lines(shown), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write to " + view.folder(), failed);
        }
        var all = new ArrayList<>(List.of(unshare.toString()));
        all.addAll(List.of("--user", "--map-root-user", "--mount", "--net", "--pid", "--ipc", "--uts"));
        all.addAll(List.of("--fork", "--kill-child", "/bin/sh", "-c", SCRIPT, "sh", table.toString()));
        for (var each : shown) all.addAll(made(each));
        all.add("--");
        all.addAll(command);
        return all;
    }

    /// What the script makes before anything is mounted on it.
    private static List<String> made(View.Shown shown) {
        return switch (shown) {
            case View.Shown.SingleFile(Path path) -> List.of("file", path.toString());
            case View.Shown.Node(Path path) -> List.of("file", path.toString());
            case View.Shown.Link(Path path, Path target) -> List.of(target.toString(), path.toString());
            case View.Shown.Folder _, View.Shown.Writable _, View.Shown.Hidden _ -> List.of();
        };
    }

    private static List<String> lines(List<View.Shown> shown) throws IOException {
        var mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
        var lines = new ArrayList<String>();
        for (var each : shown)
            switch (each) {
                case View.Shown.Folder(Path path) -> lines.add(line(path, "rbind,ro,X-mount.mkdir", mounts));
                case View.Shown.SingleFile(Path path) -> lines.add(line(path, "bind,ro", mounts));
                case View.Shown.Writable(Path path) -> lines.add(line(path, "bind", List.of()));
                case View.Shown.Node(Path path) -> lines.add(line(path, "bind", List.of()));
                case View.Shown.Hidden(Path path) ->
                    lines.add("none /sys%s tmpfs ro,size=4k,X-mount.mkdir 0 0".formatted(escaped(path)));
                case View.Shown.Link _ -> {}
            }
        lines.add("proc /sys/proc proc ro,nosuid,nodev,noexec,X-mount.mkdir 0 0");
        return lines;
    }

    private static String line(Path path, String options, List<String> mounts) {
        var kept = kept(path, mounts);
        return "%s /sys%s none %s 0 0"
                .formatted(escaped(path), escaped(path), kept.isEmpty() ? options : options + "," + kept);
    }

    /// The flags of the mount that a path is on.
    private static String kept(Path path, List<String> mounts) {
        return mounts.stream()
                .map(line -> line.split(" "))
                .filter(fields -> path.startsWith(Path.of(plain(fields[4]))))
                .reduce((a, b) -> b[4].length() >= a[4].length() ? b : a)
                .map(fields ->
                        Stream.of(fields[5].split(",")).filter(LOCKED::contains).collect(Collectors.joining(",")))
                .orElse("");
    }

    /// As tables of mounts have it: what separates fields there is written in octal.
    private static String escaped(Path path) {
        return path.toString()
                .replace("\\", "\\134")
                .replace(" ", "\\040")
                .replace("\t", "\\011")
                .replace("\n", "\\012")
                .replace("#", "\\043");
    }

    private static String plain(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    @Override
    public String label() {
        return "namespaces (unshare)";
    }
}
