package io.jforge.runtime.device;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// What goes over a worker's pipes: the length, the tag that the parent drew for this request, what is said.
///
/// A reply carries the tag of its request, so bytes that anything else wrote into the pipe are not taken for one.
final class Frames {
    private static final int LARGEST = 16 << 20;

    private Frames() {}

    /// Stands for bytes that are none.
    static final Frame NONE = new Frame(0, new DataInputStream(InputStream.nullInputStream()));

    record Frame(long tag, DataInputStream content) {
        boolean isFor(long asked) {
            return this != NONE && tag == asked;
        }
    }

    /// Writes what is to be said.
    interface Content {
        void to(DataOutputStream out) throws IOException;
    }

    static void write(DataOutputStream out, long tag, Content content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        content.to(new DataOutputStream(bytes));
        out.writeInt(bytes.size());
        out.writeLong(tag);
        bytes.writeTo(out);
        out.flush();
    }

    /// @throws EOFException if the pipe has ended
    /// @throws IOException if what is in it is no frame
    static Frame read(DataInputStream in) throws IOException {
        int length = in.readInt();
        long tag = in.readLong();
        if (length < 0 || length > LARGEST) throw new IOException("no frame");
        var bytes = in.readNBytes(length);
        if (bytes.length < length) throw new EOFException("half a frame");
        return new Frame(tag, new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
