package io.jforge.runtime.verify;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.OutputDecl;
import io.jforge.runtime.spec.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.stream.LongStream;

/// Compares one output with its reference, element by element and norm group by norm group.
final class Comparison {
    /// The worst of what was compared: its error over the allowed one (above 1 is wrong), and where.
    record Worst(double share, String where) {
        static final Worst NONE = new Worst(0, "");

        Worst or(Worst other) {
            return other.share > share ? other : this;
        }

        Optional<String> wrong() {
            return share > 1 ? Optional.of(where) : Optional.empty();
        }
    }

    private final TensorSpec tensor;
    private final OutputDecl declared;
    private final ErrorBound bound;
    private final MemorySegment got;
    private final Reference.Answer answer;
    private final long groupSize;
    private final int poison;

    Comparison(
            TensorSpec tensor,
            OutputDecl declared,
            ErrorBound bound,
            MemorySegment got,
            Reference.Answer answer,
            byte poison) {
        this.tensor = tensor;
        this.declared = declared;
        this.bound = bound;
        this.got = got;
        this.answer = answer;
        this.groupSize = groupSize(tensor, declared);
        this.poison = (poison & 0xFF) * 0x01010101;
    }

    /// The elements of a norm group, which are the innermost axes that `norm` names; the whole tensor where it
    /// names none.
    static long groupSize(TensorSpec tensor, OutputDecl declared) {
        var axes = declared.normAxes();
        if (axes.isEmpty()) return tensor.numel();
        int first = axes.stream().mapToInt(Integer::intValue).min().orElseThrow();
        return tensor.dims().subList(first, tensor.dims().size()).stream().reduce(1L, Math::multiplyExact);
    }

    Worst worst() {
        long groups = tensor.numel() / groupSize;
        return LongStream.range(0, groups).parallel().mapToObj(this::group).reduce(Worst.NONE, Worst::or);
    }

    private Worst group(long group) {
        long from = group * groupSize;
        long end = from + groupSize;
        double squares = 0, magnitudes = 0, computed = 0;
        for (long i = from; i < end; i++) {
            if (!answer.isComputed(i)) continue;
            double reference = rounded(answer.value(i));
            if (Double.isFinite(reference)) squares += reference * reference;
            magnitudes += answer.magnitude(i) * answer.magnitude(i);
            computed++;
        }
        double rms = Math.sqrt(squares / Math.max(1, computed));
        double errors = 0, worst = 0;
        long worstAt = -1;
        for (long i = from; i < end; i++) {
            double share = answer.isComputed(i) ? share(i, rms) : unwritten(i);
            if (share > worst) {
                worst = share;
                worstAt = i;
            }
            double error = answer.isComputed(i) ? rounded(answer.value(i)) - value(i) : 0;
            if (Double.isFinite(error)) errors += error * error;
        }
        double rmsError = Math.sqrt(errors / Math.max(1, computed));
        double rmsShare = rmsError / bound.allowedRms(rms, Math.sqrt(magnitudes / Math.max(1, computed)));
        var element = worstAt < 0 ? Worst.NONE : new Worst(worst, describe(worstAt, rms));
        if (declared.exact() || !(rmsShare > worst)) return element;
        return new Worst(rmsShare, "norm group %d is off by %.3g in the mean square".formatted(group, rmsError));
    }

    /// The error over the allowed error; infinite where no error would do.
    private double share(long i, double rms) {
        double want = rounded(answer.value(i));
        double have = value(i);
        if (declared.exact())
            return want == have || Double.isNaN(want) && Double.isNaN(have) ? 0 : Double.POSITIVE_INFINITY;
        if (Double.isNaN(want) || Double.isNaN(have))
            return Double.isNaN(want) && Double.isNaN(have) ? 0 : Double.POSITIVE_INFINITY;
        if (Double.isInfinite(want) || Double.isInfinite(have))
            return want == have || nearLargest(want, have) ? 0 : Double.POSITIVE_INFINITY;
        return Math.abs(want - have) / bound.allowed(rms, want, answer.magnitude(i));
    }

    /// Next to the largest finite value either side of infinity is right.
    private boolean nearLargest(double want, double have) {
        double finite = Math.abs(Double.isInfinite(want) ? have : want);
        return Math.signum(want) == Math.signum(have) && finite >= largest(tensor.dtype()) * (1 - 0x1p-7);
    }

    /// Elements that were not sampled must at least have been written.
    private double unwritten(long i) {
        return bits(i) == (tensor.dtype().bytes() == 2 ? poison & 0xFFFF : poison) && poison == -1
                ? Double.POSITIVE_INFINITY
                : 0;
    }

    private int bits(long i) {
        return switch (tensor.dtype().bytes()) {
            case 2 -> got.getAtIndex(ValueLayout.JAVA_SHORT, i) & 0xFFFF;
            case 4 -> got.getAtIndex(ValueLayout.JAVA_INT, i);
            case 8 -> (int) got.getAtIndex(ValueLayout.JAVA_LONG, i);
            default -> 0;
        };
    }

    private double value(long i) {
        return switch (tensor.dtype()) {
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
                        "outputs of " + tensor.dtype().label() + " are not judged on the CPU target");
        };
    }

    /// The reference as the output's dtype would hold it.
    private double rounded(double reference) {
        return switch (tensor.dtype()) {
            case F32 -> (float) reference;
            case F16 -> Float.float16ToFloat(Float.floatToFloat16((float) reference));
            case BF16, F64, I64, I32, I8, U64, U32, U8, B8, E4M3, E5M2 -> reference;
        };
    }

    private String describe(long i, double rms) {
        if (!answer.isComputed(i) || Double.isNaN(value(i)) && bits(i) == poison)
            return "%s[%s] was never written".formatted(tensor.name(), index(tensor, i));
        double want = rounded(answer.value(i));
        return "%s[%s] is %.9g, should be %.9g (off by %.2g, allowed %.2g)"
                .formatted(
                        tensor.name(),
                        index(tensor, i),
                        value(i),
                        want,
                        Math.abs(want - value(i)),
                        declared.exact() ? 0.0 : bound.allowed(rms, want, answer.magnitude(i)));
    }

    /// The element's place along each axis, e.g. `3,17`.
    static String index(TensorSpec tensor, long element) {
        var text = new StringBuilder();
        long rest = element;
        for (int axis = tensor.dims().size() - 1; axis >= 0; axis--) {
            text.insert(0, (axis > 0 ? "," : "") + rest % tensor.dims().get(axis));
            rest /= tensor.dims().get(axis);
        }
        return text.toString();
    }

    /// The largest finite value.
    static double largest(DType dtype) {
        return dtype == DType.F16 ? 65504 : dtype == DType.F64 ? Double.MAX_VALUE : Float.MAX_VALUE;
    }
}
