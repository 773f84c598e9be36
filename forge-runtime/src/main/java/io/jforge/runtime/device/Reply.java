package io.jforge.runtime.device;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What a worker answers.
sealed interface Reply {
    record Done() implements Reply {}

    /// It could not do it; the worker is still well.
    record Failed(String message) implements Reply {}

    /// One verified run: the inputs that changed and the buffers whose guard zones were written.
    record Ran(List<String> changedInputs, List<String> brokenGuards) implements Reply {}

    /// Samples in nanoseconds, a list for each call; and what was touched meanwhile that must not be.
    record Times(List<List<Long>> samples, boolean racedOut, List<String> changedInputs, List<String> brokenGuards)
            implements Reply {}

    static void write(DataOutputStream out, Reply reply) throws IOException {
        switch (reply) {
            case Done() -> out.writeByte(1);
            case Failed(String message) -> {
                out.writeByte(2);
                out.writeUTF(message);
            }
            case Ran(List<String> changed, List<String> broken) -> {
                out.writeByte(3);
                writeNames(out, changed);
                writeNames(out, broken);
            }
            case Times(List<List<Long>> samples, boolean racedOut, List<String> changed, List<String> broken) -> {
                out.writeByte(4);
                out.writeInt(samples.size());
                for (var list : samples) {
                    out.writeInt(list.size());
                    for (long nanos : list) out.writeLong(nanos);
                }
                out.writeBoolean(racedOut);
                writeNames(out, changed);
                writeNames(out, broken);
            }
        }
    }

    static Reply read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 1 -> new Done();
            case 2 -> new Failed(in.readUTF());
            case 3 -> new Ran(readNames(in), readNames(in));
            case 4 -> {
                var samples = new ArrayList<List<Long>>();
                for (int n = in.readInt(); n > 0; n--) {
                    var list = new ArrayList<Long>();
                    for (int k = in.readInt(); k > 0; k--) list.add(in.readLong());
                    samples.add(list);
                }
                yield new Times(samples, in.readBoolean(), readNames(in), readNames(in));
            }
            default -> throw new IOException("unknown reply " + kind);
        };
    }

    private static void writeNames(DataOutputStream out, List<String> names) throws IOException {
        out.writeInt(names.size());
        for (var name : names) out.writeUTF(name);
    }

    private static List<String> readNames(DataInputStream in) throws IOException {
        var names = new ArrayList<String>();
        for (int n = in.readInt(); n > 0; n--) names.add(in.readUTF());
        return names;
    }
}
