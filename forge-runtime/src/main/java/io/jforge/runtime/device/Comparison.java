package io.jforge.runtime.device;

import io.jforge.runtime.spec.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Compares one output with its reference, element by element and norm group by norm group, on this
/// processor; the same rules as resources host/judge.cu has for a GPU.
public final class Comparison {
    /// What an element of the reference holds that was not computed.
    private static final long NOT_COMPUTED = -1L;

    private final Judged judged;
    private final MemorySegment got;
    private final MemorySegment want;
    private final MemorySegment magnitudes;

    /// @param got elements of the output's dtype
    /// @param want as many doubles
    /// @param magnitudes as many doubles, the sums of the terms' sizes; NULL where the op does not ask for them
    public Comparison(Judged judged, MemorySegment got, MemorySegment want, MemorySegment magnitudes) {
        this.judged = judged;
        this.got = got;
        this.want = want;
        this.magnitudes = magnitudes;
    }

    public Verdict worst() {
        return LongStream.range(0, judged.elements() / judged.groupSize())
                .parallel()
                .mapToObj(this::group)
                .reduce(Verdict.NONE, Verdict::or);
    }

    private Verdict group(long group) {
        long from = group * judged.groupSize();
        long end = from + judged.groupSize();
        double squares = 0, sizes = 0, computed = 0;
        for (long i = from; i < end; i++) {
            if (!isComputed(i)) continue;
            double reference = reference(i);
            if (Double.isFinite(reference)) squares += reference * reference;
            sizes += magnitude(i) * magnitude(i);
            computed++;
        }
        double rms = Math.sqrt(squares / Math.max(1, computed));
        double errors = 0, worst = 0;
        long worstAt = -1;
        var wrong = new ArrayList<Verdict>();
        for (long i = from; i < end; i++) {
            double share = isComputed(i) ? share(i, rms) : isPoison(i) ? Double.POSITIVE_INFINITY : 0;
            if (share > worst) {
                worst = share;
                worstAt = i;
            }
            if (share > 1) note(wrong, share, i);
            double error = isComputed(i) ? reference(i) - value(i) : 0;
            if (Double.isFinite(error)) errors += error * error;
        }
        double rmsError = Math.sqrt(errors / Math.max(1, computed));
        double rmsShare = rmsError / judged.allowedRms(rms, Math.sqrt(sizes / Math.max(1, computed)));
        var element =
                worstAt < 0 ? Verdict.NONE : wrong.isEmpty() ? element(worst, worstAt) : Verdict.first(wrong.stream());
        return judged.exact() ? element : element.or(Verdict.ofGroup(rmsShare, group));
    }

    private Verdict element(double share, long i) {
        return new Verdict(share, i, value(i), reference(i), isPoison(i));
    }

    /// Keeps the few worst, the worst first.
    private void note(List<Verdict> wrong, double share, long i) {
        if (wrong.size() > Verdict.OTHERS) {
            if (share <= wrong.getLast().share()) return;
            wrong.removeLast();
        }
        int at = wrong.size();
        while (at > 0 && wrong.get(at - 1).share() < share) at--;
        wrong.add(at, element(share, i));
    }

    /// The error over the allowed error; infinite where no error would do.
    private double share(long i, double rms) {
        double wanted = reference(i);
        double have = value(i);
        if (judged.exact())
            return wanted == have || Double.isNaN(wanted) && Double.isNaN(have) ? 0 : Double.POSITIVE_INFINITY;
        if (Double.isNaN(wanted) || Double.isNaN(have))
            return Double.isNaN(wanted) && Double.isNaN(have) ? 0 : Double.POSITIVE_INFINITY;
        if (Double.isInfinite(wanted) || Double.isInfinite(have))
            return wanted == have || isNearLargest(wanted, have) ? 0 : Double.POSITIVE_INFINITY;
        return Math.abs(wanted - have) / judged.allowed(rms, wanted, magnitude(i));
    }

    /// Next to the largest finite value either side of infinity is right.
    private boolean isNearLargest(double wanted, double have) {
        double finite = Math.abs(Double.isInfinite(wanted) ? have : wanted);
        return Math.signum(wanted) == Math.signum(have) && finite >= judged.largest() * (1 - 0x1p-7);
    }

    private boolean isComputed(long i) {
        return want.getAtIndex(ValueLayout.JAVA_LONG, i) != NOT_COMPUTED;
    }

    private double magnitude(long i) {
        return magnitudes.equals(MemorySegment.NULL) ? 0 : magnitudes.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
    }

    /// Whether it still holds the poison: a whole element of ones.
    private boolean isPoison(long i) {
        return judged.poisonedWithOnes()
                && switch (judged.dtype().bytes()) {
                    case 2 -> got.getAtIndex(ValueLayout.JAVA_SHORT, i) == -1;
                    case 4 -> got.getAtIndex(ValueLayout.JAVA_INT, i) == -1;
                    case 8 -> got.getAtIndex(ValueLayout.JAVA_LONG, i) == -1;
                    default -> false;
                };
    }

    private double value(long i) {
        return switch (judged.dtype()) {
            case F32 -> got.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            case F64 -> got.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
            case F16 -> Float.float16ToFloat(got.getAtIndex(ValueLayout.JAVA_SHORT, i));
            case BF16 -> Float.intBitsToFloat(got.getAtIndex(ValueLayout.JAVA_SHORT, i) << 16);
            case I64, U64 -> got.getAtIndex(ValueLayout.JAVA_LONG, i);
            case I32 -> got.getAtIndex(ValueLayout.JAVA_INT, i);
            case U32 -> Integer.toUnsignedLong(got.getAtIndex(ValueLayout.JAVA_INT, i));
            case I8 -> got.get(ValueLayout.JAVA_BYTE, i);
            case U8, B8 -> got.get(ValueLayout.JAVA_BYTE, i) & 0xFF;
            case E4M3, E5M2 ->
                throw new IllegalArgumentException(
                        "outputs of " + judged.dtype().label() + " are not judged on the CPU target");
        };
    }

    /// The reference as the output's dtype would hold it.
    private double reference(long i) {
        double exact = want.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        return judged.dtype() == DType.F32
                ? (float) exact
                : judged.dtype() == DType.F16 ? Float.float16ToFloat(Float.floatToFloat16((float) exact)) : exact;
    }
}
