package io.jforge.runtime.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The sandbox of Flatpak.
record Bubblewrap(Path program) implements Sandbox {
    /// Before `/proc` is read-only: for a real root, settings of the machine would be writable there.
    private static final String FIRST = "echo 1000 2>/dev/null > /proc/self/oom_score_adj; exec \"$@\"";

    @Override
    public List<String> around(View view, String libraryPath, List<String> command) {
        var all = new ArrayList<>(List.of("/bin/sh", "-c", FIRST, "sh"));
        all.addAll(List.of(program.toString(), "--unshare-all", "--die-with-parent", "--new-session"));
        all.addAll(List.of("--cap-drop", "ALL", "--proc", "/proc", "--remount-ro", "/proc"));
        for (var shown : view.shown(libraryPath)) all.addAll(words(shown));
        all.addAll(List.of("--remount-ro", "/", "--chdir", "/", "--"));
        all.addAll(command);
        return all;
    }

    private static List<String> words(View.Shown shown) {
        return switch (shown) {
            case View.Shown.Folder(Path path) -> List.of("--ro-bind", path.toString(), path.toString());
            case View.Shown.SingleFile(Path path) -> List.of("--ro-bind", path.toString(), path.toString());
            case View.Shown.Writable(Path path) -> List.of("--bind", path.toString(), path.toString());
            case View.Shown.Node(Path path) -> List.of("--dev-bind-try", path.toString(), path.toString());
            case View.Shown.Link(Path path, Path target) -> List.of("--symlink", target.toString(), path.toString());
            case View.Shown.Hidden(Path path) -> List.of("--tmpfs", path.toString());
        };
    }

    @Override
    public String label() {
        return "bubblewrap";
    }
}
