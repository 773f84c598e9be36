package io.jforge.runtime.compile;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// What a compile server and its client say to each other: a [Hello] once, then an [Answer] to each [Ask].
final class NvrtcFrames {
    private static final int MOST_BYTES = 256 << 20;

    private NvrtcFrames() {}

    /// The server's first word: what it loaded, or why it could not.
    record Hello(String trouble, CudaVersion version, NavigableSet<Integer> architectures) {
        void write(DataOutputStream out) throws IOException {
            put(out, trouble);
            out.writeInt(version.major());
            out.writeInt(version.minor());
            out.writeInt(architectures.size());
            for (int number : architectures) out.writeInt(number);
            out.flush();
        }

        static Hello read(DataInputStream in) throws IOException {
            var trouble = get(in);
            var version = new CudaVersion(in.readInt(), in.readInt());
            var numbers = new TreeSet<Integer>();
            for (int left = in.readInt(); left > 0; left--) numbers.add(in.readInt());
            return new Hello(trouble, version, numbers);
        }
    }

    /// One text to compile, under the name that messages give it.
    record Ask(String name, String text, List<String> options) {
        Ask {
            options = List.copyOf(options);
        }

        void write(DataOutputStream out) throws IOException {
            var bytes = new ByteArrayOutputStream();
            var frame = new DataOutputStream(bytes);
            put(frame, name);
            put(frame, text);
            frame.writeInt(options.size());
            for (var option : options) put(frame, option);
            bytes.writeTo(out);
            out.flush();
        }

        static Ask read(DataInputStream in) throws IOException {
            var name = get(in);
            var text = get(in);
            var options = new ArrayList<String>();
            for (int left = in.readInt(); left > 0; left--) options.add(get(in));
            return new Ask(name, text, options);
        }
    }

    /// What came of it: code (a cubin, or PTX for a virtual architecture), or a log that says what is wrong with the
    /// text.
    static final class Answer {
        private final boolean compiled;
        private final String log;
        private final byte[] code;

        Answer(boolean compiled, String log, byte[] code) {
            this.compiled = compiled;
            this.log = log;
            this.code = code;
        }

        boolean compiled() {
            return compiled;
        }

        /// What the compiler said; of a text that compiled, warnings and the report of `ptxas -v`.
        String log() {
            return log;
        }

        /// Not copied: it is written to a file and forgotten.
        byte[] code() {
            return code;
        }

        void write(DataOutputStream out) throws IOException {
            out.writeBoolean(compiled);
            put(out, log);
            out.writeInt(code.length);
            out.write(code);
            out.flush();
        }

        static Answer read(DataInputStream in) throws IOException {
            return new Answer(in.readBoolean(), get(in), bytes(in));
        }
    }

    private static void put(DataOutputStream out, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String get(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) throw new IOException("a frame of " + length + " bytes");
        return in.readNBytes(length);
    }
}
