package io.jforge.runtime.verify;

import io.jforge.runtime.device.Judged;
import io.jforge.runtime.device.Verdict;
import io.jforge.runtime.spec.OutputDecl;
import io.jforge.runtime.spec.TensorSpec;
import java.util.Optional;
import java.util.stream.Collectors;

/// The worst of what was compared: its error over the allowed one (above 1 is wrong), and where.
///
/// @param error of that element; NaN where a norm group's mean square was worst
record Worst(double share, double error, String where) {
    static final Worst NONE = new Worst(0, 0, "");

    Worst or(Worst other) {
        return other.share > share ? other : this;
    }

    Optional<String> wrong() {
        return share > 1 ? Optional.of(where) : Optional.empty();
    }

    static Worst of(TensorSpec output, Verdict verdict) {
        if (verdict.index() < 0)
            return new Worst(
                    verdict.share(),
                    Double.NaN,
                    "norm group %d of %s is off by %.3g times what is allowed in the mean square"
                            .formatted(-1 - verdict.index(), output.name(), verdict.share()));
        double error = Math.abs(verdict.want() - verdict.got());
        var others = verdict.others().stream()
                .map(other -> "; " + element(output, other))
                .collect(Collectors.joining());
        return new Worst(verdict.share(), error, element(output, verdict) + allowed(verdict, error) + others);
    }

    private static String element(TensorSpec output, Verdict verdict) {
        var place = "%s[%s]".formatted(output.name(), index(output, verdict.index()));
        return verdict.unwritten()
                ? place + " was never written"
                : "%s is %.9g, should be %.9g".formatted(place, verdict.got(), verdict.want());
    }

    private static String allowed(Verdict verdict, double error) {
        return verdict.unwritten() || Double.isInfinite(verdict.share())
                ? ""
                : " (off by %.2g, allowed %.2g)".formatted(error, error / verdict.share());
    }

    /// What it takes to compare one output.
    ///
    /// @param handle by which another process reads it; empty where it is at hand
    static Judged judged(TensorSpec output, OutputDecl declared, ErrorBound bound, byte[] handle, byte poison) {
        return new Judged(
                handle,
                output.name(),
                declared.mag() ? ReferenceDriver.magnitudes(output.name()) : "",
                output.dtype(),
                output.numel(),
                groupSize(output, declared),
                bound.tolerance().abs(),
                bound.tolerance().rel(),
                bound.rounding(),
                bound.leastNormal(),
                bound.largest(),
                declared.exact(),
                poison == (byte) 0xFF);
    }

    /// The elements of a norm group, which are the innermost axes that `norm` names; the whole tensor where
    /// it names none.
    static long groupSize(TensorSpec tensor, OutputDecl declared) {
        var axes = declared.normAxes();
        if (axes.isEmpty()) return tensor.numel();
        int first = axes.stream().mapToInt(Integer::intValue).min().orElseThrow();
        return tensor.dims().subList(first, tensor.dims().size()).stream().reduce(1L, Math::multiplyExact);
    }

    /// The element's place along each axis, e.g. `3,17`.
    private static String index(TensorSpec tensor, long element) {
        var text = new StringBuilder();
        long rest = element;
        for (int axis = tensor.dims().size() - 1; axis >= 0; axis--) {
            text.insert(0, (axis > 0 ? "," : "") + rest % tensor.dims().get(axis));
            rest /= tensor.dims().get(axis);
        }
        return text.toString();
    }
}
