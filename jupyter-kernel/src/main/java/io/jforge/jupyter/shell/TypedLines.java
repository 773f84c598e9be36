package io.jforge.jupyter.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Scanner;

/// What a cell reads from `System.in`: lines, each asked for when the one before is used up.
final class TypedLines extends InputStream {
    private final Input input;
    private byte[] line = {};
    private int at;
    private boolean stopped;

    TypedLines(Input input) {
        this.input = input;
    }

    @Override
    public synchronized int read() throws IOException {
        return hasMore() ? line[at++] & 0xff : -1;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (!hasMore()) return -1;
        int taken = Math.min(length, available());
        System.arraycopy(line, at, bytes, offset, taken);
        at += taken;
        return taken;
    }

    @Override
    public synchronized int available() {
        return line.length - at;
    }

    private boolean hasMore() throws IOException {
        if (available() > 0) return true;
        var next = typed().map(text -> text + "\n");
        line = next.orElse("").getBytes(StandardCharsets.UTF_8);
        at = 0;
        return next.isPresent();
    }

    private Optional<String> typed() throws IOException {
        try {
            return input.line("", false);
        } catch (InterruptedException _) {
            if (!stopped && isForScanner()) {
                stopped = true;
                return Optional.of("");
            }
            throw new InterruptedIOException("interrupted while waiting for input");
        }
    }

    /// A scanner takes an exception for the end and would never read again; after an empty line it does, and the
    /// checkpoint behind its use stops the cell.
    private static boolean isForScanner() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(Scanner.class.getName())));
    }
}
