package io.jforge.runtime.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/// An `ncu` for machines without a GPU: a real process that notes how it was called and says what it is told to.
public final class StandInNcu {
    private final Path folder;

    /// @param script what it does when it is called, as a shell reads it
    public StandInNcu(Path folder, String script) {
        this.folder = folder;
        program(folder.resolve("ncu"), """
                if [ "$1" = --version ]; then
                  echo 'NVIDIA (R) Nsight Compute Command Line Profiler'
                  echo 'Version 2025.3.1.0 (build 36398880) (public-release)'
                  exit 0
                fi
                printf '%%s\\n' "$@" > '%1$s/words'
                printf '%%s %%s' "$LC_ALL" "$CUDA_VISIBLE_DEVICES" > '%1$s/environment'
                %2$s
                """.formatted(folder, script));
    }

    /// One that prints a file of `src/test/resources/ncu`.
    public static StandInNcu printing(Path folder, String file) {
        return new StandInNcu(
                folder, "cat '" + Path.of("src/test/resources/ncu", file).toAbsolutePath() + "'");
    }

    public Path command() {
        return folder.resolve("ncu");
    }

    /// What it was called with; none if it was not.
    public List<String> words() {
        return Files.exists(folder.resolve("words")) ? read("words").lines().toList() : List.of();
    }

    /// Its `LC_ALL` and `CUDA_VISIBLE_DEVICES`.
    public String environment() {
        return read("environment");
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// A machine whose tools are all in this folder.
    public static CudaTools alone(Path folder, Map<String, String> environment) {
        return new CudaTools(environment, folder.resolve("cache"), folder);
    }

    /// Writes a shell script that can be started.
    public static void program(Path file, String script) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "#!/bin/sh\n" + script);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
