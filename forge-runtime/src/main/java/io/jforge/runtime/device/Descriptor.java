package io.jforge.runtime.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ThreadLocalRandom;

/// A standard stream that was moved to another number, where no habit of a candidate's reaches it.
final class Descriptor {
    private static final int DUPLICATE_CLOSED_ON_EXEC = 1030;
    private static final int LOWEST = 300;
    private static final int HIGHEST = 900;
    private static final int BUFFER = 64 << 10;

    private final int number;
    private final MemorySegment buffer = Arena.global().allocate(BUFFER);

    private Descriptor(int number) {
        this.number = number;
    }

    /// Moves `from` to a number that nobody guesses; the old number then is what `instead` is.
    static Descriptor moved(int from, int instead) throws IOException {
        return moved(from, instead, ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
    }

    /// The same, to the first free number from `least` on: what another stream was moved to stays its own.
    static Descriptor moved(int from, int instead, int least) throws IOException {
        long to = Syscalls.call(Syscalls.Number.FCNTL, from, DUPLICATE_CLOSED_ON_EXEC, least, 0);
        // where a process may have few files open
        if (to < 0) to = Syscalls.call(Syscalls.Number.FCNTL, from, DUPLICATE_CLOSED_ON_EXEC, 0, 0);
        if (to < 0 || Syscalls.call(Syscalls.Number.DUP3, instead, from, 0, 0) < 0)
            throw new IOException("cannot move stream " + from);
        return new Descriptor((int) to);
    }

    /// A number that reads as empty.
    static int nothing() {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom("/dev/null");
            return (int) Syscalls.call(Syscalls.Number.OPENAT, 0, path.address(), 0, 0);
        }
    }

    InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                var one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                long n = Syscalls.call(Syscalls.Number.READ, number, buffer.address(), Math.min(length, BUFFER), 0);
                if (n < 0) throw new IOException("cannot read requests");
                if (n == 0) return -1;
                MemorySegment.copy(buffer, 0, MemorySegment.ofArray(to), offset, n);
                return (int) n;
            }
        };
    }

    OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                for (int done = 0; done < length; ) {
                    int part = Math.min(length - done, BUFFER);
                    MemorySegment.copy(MemorySegment.ofArray(from), offset + done, buffer, 0, part);
                    long n = Syscalls.call(Syscalls.Number.WRITE, number, buffer.address(), part, 0);
                    if (n < 0) throw new IOException("cannot write replies");
                    done += (int) n;
                }
            }
        };
    }
}
