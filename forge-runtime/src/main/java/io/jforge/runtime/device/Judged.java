package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/// One output to be compared on the device: whose it is, which reference it belongs to, and what error is
/// allowed.
///
/// @param handle by which the judge reads the candidate's buffer
/// @param reference the judge's buffer of doubles; `magnitudes` the one of the terms' sums, or empty
/// @param groupSize elements of one norm group
/// @param abs share of the group's root mean square; `rel` of the element; `rounding` half a unit in the last place of
///     1; `least` the least normal number; `largest` the largest finite one
/// @param poisonedWithOnes whether an element that was not computed must differ from all ones
public record Judged(
        byte[] handle,
        String reference,
        String magnitudes,
        DType dtype,
        long elements,
        long groupSize,
        double abs,
        double rel,
        double rounding,
        double least,
        double largest,
        boolean exact,
        boolean poisonedWithOnes) {

    /// The error allowed at one element: see FORMATS.md, "Judging, by output".
    double allowed(double rms, double wanted, double magnitude) {
        return abs * rms + rel * Math.abs(wanted) + 16 * rounding * magnitude + least;
    }

    /// The error allowed in the mean square over a norm group: a half of what its elements may have one by
    /// one.
    double allowedRms(double rms, double rmsMagnitude) {
        return (abs + rel) * rms / 2 + 8 * rounding * rmsMagnitude + least;
    }

    static void write(DataOutputStream out, Judged judged) throws IOException {
        out.writeInt(judged.handle.length);
        out.write(judged.handle);
        out.writeUTF(judged.reference);
        out.writeUTF(judged.magnitudes);
        out.writeUTF(judged.dtype.label());
        out.writeLong(judged.elements);
        out.writeLong(judged.groupSize);
        for (double number : new double[] {judged.abs, judged.rel, judged.rounding, judged.least, judged.largest})
            out.writeDouble(number);
        out.writeBoolean(judged.exact);
        out.writeBoolean(judged.poisonedWithOnes);
    }

    static Judged read(DataInputStream in) throws IOException {
        return new Judged(
                in.readNBytes(in.readInt()),
                in.readUTF(),
                in.readUTF(),
                DType.of(in.readUTF()),
                in.readLong(),
                in.readLong(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readBoolean(),
                in.readBoolean());
    }
}
