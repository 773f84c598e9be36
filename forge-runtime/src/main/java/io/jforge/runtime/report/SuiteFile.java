package io.jforge.runtime.report;

import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The file that a suite's result is written to, anew and whole after every row: at any moment it holds what was there
/// before, or all rows so far.
public final class SuiteFile {
    private final Path path;
    private final Path fresh;

    /// @throws SpecException if it cannot be written there, or is something else than an older result
    public SuiteFile(String text) {
        path = path(text);
        fresh = path.resolveSibling(path.getFileName() + ".new");
        var folder = path.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) throw wrong("cannot be written: there is no folder " + folder);
        if (Files.exists(path) && !(Files.isRegularFile(path) && SuiteJson.isResult(path)))
            throw wrong("is there already, and is no result of a suite: name another file");
        try {
            Files.writeString(fresh, "");
            Files.delete(fresh);
        } catch (IOException refused) {
            throw wrong("cannot be written: the system refuses it (" + refused.getMessage() + ")");
        }
    }

    private static Path path(String text) {
        try {
            var path = Path.of(text);
            if (path.getFileName() == null || text.isBlank())
                throw new SpecException("'%s' is not a file's name".formatted(text));
            return path;
        } catch (InvalidPathException wrong) {
            throw new SpecException("'%s' is not a file's name: %s".formatted(text, wrong.getReason()));
        }
    }

    private SpecException wrong(String why) {
        return new SpecException("'%s' %s".formatted(path, why));
    }

    /// An interrupt of this thread, which has ended the last row, does not meet the writing.
    ///
    /// @throws StoreException if the system refuses it
    public void write(SuiteResult result) {
        boolean interrupted = Thread.interrupted();
        try {
            Files.writeString(fresh, SuiteJson.text(result));
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new StoreException("cannot write %s: %s".formatted(path, failed.getMessage()));
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
