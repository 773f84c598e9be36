package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The file that a person names for an export: checked before anything is made, and written whole.
final class ExportFile {
    private final Path path;
    private final boolean force;

    /// @param force whether a file that is there is overwritten
    /// @param example what a file in a folder could be called
    /// @throws SpecException if it cannot be written there
    ExportFile(String text, boolean force, String example) {
        this.path = path(text);
        this.force = force;
        var folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) throw wrong("is a folder: name a file in it, such as " + path.resolve(example));
        if (!Files.isDirectory(folder)) throw wrong("cannot be written: there is no folder " + folder);
        if (!force && Files.exists(path)) throw wrong("is there already: --force overwrites it");
    }

    /// One that nvcc takes for CUDA.
    static ExportFile cuda(String text, boolean force) {
        var file = new ExportFile(text, force, "best.cu");
        if (!text.endsWith(".cu")
                || text.length() == ".cu".length()
                || file.name().equals(".cu"))
            throw file.wrong("does not end in .cu, by which nvcc knows CUDA: call it %s.cu".formatted(text));
        return file;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException wrong) {
            throw new SpecException("'%s' is not a file's name: %s".formatted(text, wrong.getReason()));
        }
    }

    private SpecException wrong(String why) {
        return new SpecException("'%s' %s".formatted(path, why));
    }

    String name() {
        return path.getFileName().toString();
    }

    /// @throws SpecException if the system refuses it
    Path write(String text) {
        return write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// @throws SpecException if the system refuses it
    Path write(byte[] content) {
        try {
            var fresh = new OpenOption[] {StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW};
            return Files.write(path, content, force ? new OpenOption[0] : fresh);
        } catch (FileAlreadyExistsException _) {
            throw wrong("is there already: --force overwrites it");
        } catch (AccessDeniedException _) {
            throw wrong("cannot be written: permission denied");
        } catch (IOException failed) {
            throw wrong("cannot be written: " + failed.getMessage());
        }
    }
}
