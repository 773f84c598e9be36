package io.jforge.jupyter.magic.common;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a file could not be used, in words.
final class Reasons {
    private Reasons() {}

    static String of(IOException failed) {
        return switch (failed) {
            case NoSuchFileException _ -> "its folder does not exist";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> String.valueOf(failed.getMessage());
        };
    }
}
