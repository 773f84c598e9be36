package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.PlannedTensorMap;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// What the parent asks of a worker; one frame each, answered by one [Reply].
sealed interface Request {
    /// Loads a shared object under a number of the parent's choosing.
    record Load(int module, String path) implements Request {}

    record Unload(int module) implements Request {}

    /// Makes this layout current: inputs in `sets` copies, outputs once. A layout seen before keeps its
    /// addresses.
    record Use(List<BufferSpec> buffers, int sets) implements Request {}

    /// Fills the inputs of one set, in layout order.
    record FillSet(int set, List<Fill> fills) implements Request {}

    /// Poisons, runs once, checks guards and inputs, and copies the outputs into `capture` one after another.
    record Run(Call call, int set, byte poison, String capture) implements Request {}

    /// Times calls in turn, sample by sample, each with a cold cache or a warm one, and copies what the
    /// last sample left in the outputs into `capture`.
    record Time(List<Call> calls, Sampling sampling, long flushBytes, FreshInputs fresh, String capture)
            implements Request {}

    /// Asks for a hash of what the outputs hold.
    record Digest() implements Request {}

    /// Gives out the current outputs, so that another process can read them on the device.
    record Share() implements Request {}

    /// Compares another process's outputs with the current reference, on the device.
    record Compare(List<Judged> outputs) implements Request {}

    /// Asks how many blocks of each launch fit on a multiprocessor at once.
    record Fit(Call call) implements Request {}

    /// Lets go of what other processes shared.
    record Forget() implements Request {}

    static void write(DataOutputStream out, Request request) throws IOException {
        switch (request) {
            case Load(int module, String path) -> {
                out.writeByte(1);
                out.writeInt(module);
                out.writeUTF(path);
            }
            case Unload(int module) -> {
                out.writeByte(2);
                out.writeInt(module);
            }
            case Use(List<BufferSpec> buffers, int sets) -> {
                out.writeByte(3);
                writeBuffers(out, buffers);
                out.writeInt(sets);
            }
            case FillSet(int set, List<Fill> fills) -> {
                out.writeByte(4);
                out.writeInt(set);
                writeFills(out, fills);
            }
            case Run(Call call, int set, byte poison, String capture) -> {
                out.writeByte(5);
                writeCall(out, call);
                out.writeInt(set);
                out.writeByte(poison);
                out.writeUTF(capture);
            }
            case Time(List<Call> calls, Sampling sampling, long flushBytes, FreshInputs fresh, String capture) -> {
                out.writeByte(6);
                out.writeInt(calls.size());
                for (var call : calls) writeCall(out, call);
                writeSampling(out, sampling);
                out.writeLong(flushBytes);
                out.writeLong(fresh.seed());
                writeFills(out, fresh.last());
                out.writeUTF(capture);
            }
            case Digest() -> out.writeByte(11);
            case Share() -> out.writeByte(7);
            case Forget() -> out.writeByte(10);
            case Compare(List<Judged> outputs) -> {
                out.writeByte(8);
                out.writeInt(outputs.size());
                for (var judged : outputs) Judged.write(out, judged);
            }
            case Fit(Call call) -> {
                out.writeByte(9);
                writeCall(out, call);
            }
        }
    }

    static Request read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 1 -> new Load(in.readInt(), in.readUTF());
            case 2 -> new Unload(in.readInt());
            case 3 -> new Use(readBuffers(in), in.readInt());
            case 4 -> new FillSet(in.readInt(), readFills(in));
            case 5 -> new Run(readCall(in), in.readInt(), in.readByte(), in.readUTF());
            case 6 -> {
                var calls = new ArrayList<Call>();
                for (int n = in.readInt(); n > 0; n--) calls.add(readCall(in));
                yield new Time(
                        calls,
                        readSampling(in),
                        in.readLong(),
                        new FreshInputs(in.readLong(), readFills(in)),
                        in.readUTF());
            }
            case 7 -> new Share();
            case 8 -> {
                var outputs = new ArrayList<Judged>();
                for (int n = in.readInt(); n > 0; n--) outputs.add(Judged.read(in));
                yield new Compare(outputs);
            }
            case 9 -> new Fit(readCall(in));
            case 10 -> new Forget();
            case 11 -> new Digest();
            default -> throw new IOException("unknown request " + kind);
        };
    }

    private static void writeBuffers(DataOutputStream out, List<BufferSpec> buffers) throws IOException {
        out.writeInt(buffers.size());
        for (var buffer : buffers) {
            out.writeUTF(buffer.name());
            out.writeByte(buffer.dtype().ordinal());
            out.writeLong(buffer.elements());
            out.writeByte(buffer.role().ordinal());
            out.writeBoolean(buffer.zero());
        }
    }

    private static List<BufferSpec> readBuffers(DataInputStream in) throws IOException {
        var buffers = new ArrayList<BufferSpec>();
        for (int n = in.readInt(); n > 0; n--)
            buffers.add(new BufferSpec(
                    in.readUTF(),
                    DType.values()[in.readByte()],
                    in.readLong(),
                    BufferSpec.Role.values()[in.readByte()],
                    in.readBoolean()));
        return buffers;
    }

    private static void writeFills(DataOutputStream out, List<Fill> fills) throws IOException {
        out.writeInt(fills.size());
        for (var fill : fills) {
            out.writeByte(fill.kind().ordinal());
            out.writeLong(fill.seed());
            out.writeDouble(fill.low());
            out.writeDouble(fill.high());
        }
    }

    private static List<Fill> readFills(DataInputStream in) throws IOException {
        var fills = new ArrayList<Fill>();
        for (int n = in.readInt(); n > 0; n--)
            fills.add(new Fill(Fill.Kind.values()[in.readByte()], in.readLong(), in.readDouble(), in.readDouble()));
        return fills;
    }

    private static void writeCall(DataOutputStream out, Call call) throws IOException {
        out.writeInt(call.module());
        writeBuffers(out, call.scratch());
        out.writeInt(call.tensorMaps().size());
        for (var map : call.tensorMaps()) writeMap(out, map);
        out.writeInt(call.launches().size());
        for (var launch : call.launches()) {
            out.writeUTF(launch.entry());
            out.writeInt(launch.threads().orElse(0));
            for (var sizes : List.of(launch.grid(), launch.block(), launch.cluster())) writeSizes(out, sizes);
            out.writeLong(launch.sharedBytes());
            out.writeBoolean(launch.cooperative());
            out.writeBoolean(launch.resident());
            out.writeBoolean(launch.overlap());
            out.writeInt(launch.args().size());
            for (var arg : launch.args()) writeArg(out, arg);
        }
    }

    private static Call readCall(DataInputStream in) throws IOException {
        int module = in.readInt();
        var scratch = readBuffers(in);
        var maps = new ArrayList<PlannedTensorMap>();
        for (int n = in.readInt(); n > 0; n--) maps.add(readMap(in));
        var launches = new ArrayList<PlannedLaunch>();
        for (int n = in.readInt(); n > 0; n--) {
            var entry = in.readUTF();
            int threads = in.readInt();
            var grid = readSizes(in);
            var block = readSizes(in);
            var cluster = readSizes(in);
            long shared = in.readLong();
            boolean cooperative = in.readBoolean();
            boolean resident = in.readBoolean();
            boolean overlap = in.readBoolean();
            var args = new ArrayList<PlannedArg>();
            for (int k = in.readInt(); k > 0; k--) args.add(readArg(in));
            var team = threads > 0 ? OptionalInt.of(threads) : OptionalInt.empty();
            launches.add(
                    new PlannedLaunch(entry, team, grid, block, cluster, shared, cooperative, resident, overlap, args));
        }
        return new Call(module, scratch, maps, launches);
    }

    private static void writeMap(DataOutputStream out, PlannedTensorMap map) throws IOException {
        out.writeUTF(map.name());
        out.writeUTF(map.of());
        for (var sizes : List.of(map.dims(), map.strides(), map.box())) writeSizes(out, sizes);
        out.writeLong(map.swizzle());
        out.writeLong(map.l2());
    }

    private static PlannedTensorMap readMap(DataInputStream in) throws IOException {
        return new PlannedTensorMap(
                in.readUTF(), in.readUTF(), readSizes(in), readSizes(in), readSizes(in), in.readLong(), in.readLong());
    }

    private static void writeSizes(DataOutputStream out, List<Long> sizes) throws IOException {
        out.writeByte(sizes.size());
        for (long size : sizes) out.writeLong(size);
    }

    private static List<Long> readSizes(DataInputStream in) throws IOException {
        var sizes = new ArrayList<Long>();
        for (int n = in.readByte(); n > 0; n--) sizes.add(in.readLong());
        return sizes;
    }

    private static void writeArg(DataOutputStream out, PlannedArg arg) throws IOException {
        switch (arg) {
            case PlannedArg.Buffer(String name) -> {
                out.writeByte(0);
                out.writeUTF(name);
            }
            case PlannedArg.I32(int v) -> {
                out.writeByte(1);
                out.writeInt(v);
            }
            case PlannedArg.U32(int v) -> {
                out.writeByte(2);
                out.writeInt(v);
            }
            case PlannedArg.I64(long v) -> {
                out.writeByte(3);
                out.writeLong(v);
            }
            case PlannedArg.U64(long v) -> {
                out.writeByte(4);
                out.writeLong(v);
            }
            case PlannedArg.F32(float v) -> {
                out.writeByte(5);
                out.writeFloat(v);
            }
            case PlannedArg.F64(double v) -> {
                out.writeByte(6);
                out.writeDouble(v);
            }
        }
    }

    private static PlannedArg readArg(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 0 -> new PlannedArg.Buffer(in.readUTF());
            case 1 -> new PlannedArg.I32(in.readInt());
            case 2 -> new PlannedArg.U32(in.readInt());
            case 3 -> new PlannedArg.I64(in.readLong());
            case 4 -> new PlannedArg.U64(in.readLong());
            case 5 -> new PlannedArg.F32(in.readFloat());
            case 6 -> new PlannedArg.F64(in.readDouble());
            default -> throw new IOException("unknown argument " + kind);
        };
    }

    private static void writeSampling(DataOutputStream out, Sampling sampling) throws IOException {
        out.writeInt(sampling.atLeast());
        out.writeInt(sampling.atMost());
        out.writeLong(sampling.limit().toNanos());
        out.writeDouble(sampling.precision());
        out.writeDouble(sampling.raceMicros());
        out.writeInt(sampling.raceAfter());
        out.writeBoolean(sampling.warm());
        out.writeBoolean(sampling.isLed());
    }

    private static Sampling readSampling(DataInputStream in) throws IOException {
        return new Sampling(
                in.readInt(),
                in.readInt(),
                Duration.ofNanos(in.readLong()),
                in.readDouble(),
                in.readDouble(),
                in.readInt(),
                in.readBoolean(),
                in.readBoolean());
    }
}
