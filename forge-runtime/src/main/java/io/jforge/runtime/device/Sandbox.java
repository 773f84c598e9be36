package io.jforge.runtime.device;

import io.jforge.runtime.compile.Folders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What a worker's process is started in: other files, processes and networks than ours are not there.
sealed interface Sandbox permits Bubblewrap, Namespaces, Sandbox.None {
    /// The command that runs `command` with this view.
    List<String> around(View view, String libraryPath, List<String> command);

    /// A few words for a report.
    String label();

    /// No sandbox can be had.
    record None(String lacking) implements Sandbox {
        @Override
        public List<String> around(View view, String libraryPath, List<String> command) {
            return command;
        }

        @Override
        public String label() {
            return "";
        }
    }

    /// The best that works on this machine; tried once in this process, which takes some ten milliseconds.
    static Sandbox here() {
        return Tried.BEST;
    }

    /// Tries what there is, by running nothing in it.
    final class Tried {
        private static final Sandbox BEST = best(System.getProperty("os.name"));
        private static final int PATIENCE_SECONDS = 30;

        private Tried() {}

        private static Sandbox best(String system) {
            if (!system.equals("Linux")) return new None("only Linux has one that JForge can use");
            var bubblewrap = program("bwrap").map(Bubblewrap::new);
            var namespaces = program("unshare").map(Namespaces::new);
            return Stream.concat(bubblewrap.stream(), namespaces.stream())
                    .filter(Tried::works)
                    .findFirst()
                    .orElseGet(() -> new None(
                            bubblewrap.isPresent()
                                    ? "this system lets neither bubblewrap nor unshare make user namespaces"
                                    : "unshare cannot make user namespaces here: install bubblewrap (Debian: apt"
                                            + " install bubblewrap)"));
        }

        static Optional<Path> program(String name) {
            var path = new ProcessBuilder().environment().getOrDefault("PATH", "");
            return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/bin", "/bin"))
                    .filter(folder -> folder.startsWith("/"))
                    .map(folder -> Path.of(folder, name))
                    .filter(Files::isExecutable)
                    .findFirst();
        }

        static boolean works(Sandbox sandbox) {
            Path folder = null;
            try {
                folder = Files.createTempDirectory("jforge-probe");
                var command = sandbox.around(View.trial(folder), "", List.of("/bin/sh", "-c", ":"));
                var process = new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                process.getOutputStream().close();
                // not waitFor: an interrupt says nothing of the machine
                var ended = process.onExit()
                        .completeOnTimeout(process, PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .join();
                if (!ended.isAlive()) return ended.exitValue() == 0;
                ended.destroyForcibly();
                return false;
            } catch (IOException | UncheckedIOException _) {
                return false;
            } finally {
                if (folder != null) Folders.delete(folder);
            }
        }
    }
}
