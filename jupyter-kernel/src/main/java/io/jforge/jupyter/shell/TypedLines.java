package io.jforge.jupyter.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;

/// What a cell reads from `System.in`: lines, each asked for when the one before is used up.
final class TypedLines extends InputStream {
    private final Input input;
    private byte[] line = {};
    private int at;

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
        try {
            var typed = input.line("", false);
            typed.ifPresent(text -> line = (text + "\n").getBytes(StandardCharsets.UTF_8));
            at = 0;
            if (typed.isEmpty()) line = new byte[0];
            return typed.isPresent();
        } catch (InterruptedException _) {
            throw new InterruptedIOException("interrupted while waiting for input");
        }
    }
}
