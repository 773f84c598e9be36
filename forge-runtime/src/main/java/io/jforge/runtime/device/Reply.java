package io.jforge.runtime.device;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a worker answers.
sealed interface Reply {
    record Done() implements Reply {}

    /// The layout is current; `kept` if its memory is as the last use of it left it, false if it is new.
    record Used(boolean kept) implements Reply {}

    /// It could not do it; the worker is still well.
    record Failed(String message) implements Reply {}

    /// One verified run: the inputs that changed and the buffers whose guard zones were written.
    record Ran(List<String> changedInputs, List<String> brokenGuards) implements Reply {}

    /// Samples in nanoseconds, a list for each call; and what was touched meanwhile that must not be.
    record Times(List<List<Long>> samples, boolean racedOut, List<String> changedInputs, List<String> brokenGuards)
            implements Reply {}

    /// A candidate left something behind in the worker that was not there before; `check` names what found it.
    record Left(String check, String what) implements Reply {}

    /// Handles of outputs, by which another process reads them on the device.
    record Shared(Map<String, byte[]> handles) implements Reply {}

    /// The worst of each output that was compared.
    record Compared(List<Verdict> worst) implements Reply {}

    /// Blocks of each launch that fit on a multiprocessor, and the threads that one holds; a processor has
    /// none.
    record Fits(List<Integer> blocks, int threads) implements Reply {}

    /// A hash of what the outputs hold.
    record Digest(long outputs) implements Reply {}

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
            case Used(boolean kept) -> {
                out.writeByte(7);
                out.writeBoolean(kept);
            }
            case Shared(Map<String, byte[]> handles) -> {
                out.writeByte(5);
                out.writeInt(handles.size());
                for (var handle : handles.entrySet()) {
                    out.writeUTF(handle.getKey());
                    out.writeInt(handle.getValue().length);
                    out.write(handle.getValue());
                }
            }
            case Compared(List<Verdict> worst) -> {
                out.writeByte(6);
                out.writeInt(worst.size());
                for (var verdict : worst) write(out, verdict);
            }
            case Left(String check, String what) -> {
                out.writeByte(10);
                out.writeUTF(check);
                out.writeUTF(what);
            }
            case Fits(List<Integer> blocks, int threads) -> {
                out.writeByte(8);
                out.writeInt(blocks.size());
                for (int fit : blocks) out.writeInt(fit);
                out.writeInt(threads);
            }
            case Digest(long outputs) -> {
                out.writeByte(9);
                out.writeLong(outputs);
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
            case 5 -> {
                var handles = new LinkedHashMap<String, byte[]>();
                for (int n = in.readInt(); n > 0; n--) {
                    var name = in.readUTF();
                    handles.put(name, in.readNBytes(in.readInt()));
                }
                yield new Shared(handles);
            }
            case 6 -> {
                var worst = new ArrayList<Verdict>();
                for (int n = in.readInt(); n > 0; n--) worst.add(readVerdict(in));
                yield new Compared(worst);
            }
            case 7 -> new Used(in.readBoolean());
            case 8 -> {
                var blocks = new ArrayList<Integer>();
                for (int n = in.readInt(); n > 0; n--) blocks.add(in.readInt());
                yield new Fits(blocks, in.readInt());
            }
            case 9 -> new Digest(in.readLong());
            case 10 -> new Left(in.readUTF(), in.readUTF());
            default -> throw new IOException("unknown reply " + kind);
        };
    }

    private static void write(DataOutputStream out, Verdict verdict) throws IOException {
        out.writeDouble(verdict.share());
        out.writeLong(verdict.index());
        out.writeDouble(verdict.got());
        out.writeDouble(verdict.want());
        out.writeBoolean(verdict.unwritten());
        out.writeInt(verdict.others().size());
        for (var other : verdict.others()) write(out, other);
    }

    private static Verdict readVerdict(DataInputStream in) throws IOException {
        double share = in.readDouble();
        long index = in.readLong();
        double got = in.readDouble();
        double want = in.readDouble();
        boolean unwritten = in.readBoolean();
        var others = new ArrayList<Verdict>();
        for (int n = in.readInt(); n > 0; n--) others.add(readVerdict(in));
        return new Verdict(share, index, got, want, unwritten, others);
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
