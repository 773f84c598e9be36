package io.jforge.runtime.llm;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The platform's keyring, asked through its own program: `secret-tool` on Linux, `security` on macOS.
final class Keyring {
    private static final long SECONDS = 2;
    private static final int LONGEST = 4096;

    private final Map<String, String> environment;
    private final boolean mac;

    Keyring(Map<String, String> environment) {
        this(environment, System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac"));
    }

    Keyring(Map<String, String> environment, boolean mac) {
        this.environment = environment;
        this.mac = mac;
    }

    /// The key that is kept for a provider. A keyring that is locked, or that wants to ask its owner first,
    /// is not waited for.
    ///
    /// @throws CancellationException if this thread is interrupted
    Optional<Key> find(Provider provider) {
        return program()
                .flatMap(program -> output(program, lookup(provider)))
                .filter(text -> !text.isBlank())
                .map(text -> Key.of(text, "the keyring"));
    }

    private List<String> lookup(Provider provider) {
        return mac
                ? List.of("find-generic-password", "-s", "jforge", "-a", provider.label(), "-w")
                : List.of("lookup", "service", "jforge", "account", provider.label());
    }

    /// The command by which a person puts a key there; it asks for the key, which so stays out of the
    /// shell's history.
    String command(Provider provider) {
        return mac
                ? "security add-generic-password -s jforge -a %s -w".formatted(provider.label())
                : "secret-tool store --label='%s for JForge' service jforge account %s"
                        .formatted(provider.title(), provider.label());
    }

    private Optional<Path> program() {
        var name = mac ? "security" : "secret-tool";
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder).resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private static Optional<String> output(Path program, List<String> words) {
        var nothing = new File("/dev/null");
        var command =
                Stream.concat(Stream.of(program.toString()), words.stream()).toList();
        try {
            var process = new ProcessBuilder(command)
                    .redirectInput(nothing)
                    .redirectError(nothing)
                    .start();
            try (var out = process.getInputStream()) {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) return Optional.empty();
                var text = new String(out.readNBytes(LONGEST), StandardCharsets.UTF_8);
                return process.exitValue() == 0 ? Optional.of(text) : Optional.empty();
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException _) {
            return Optional.empty(); // as good as none
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
