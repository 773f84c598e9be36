package io.jforge.runtime.device;

import java.util.ArrayList;
import java.util.List;

/// The inputs of timed samples: of each sample others, which no candidate has seen; of the last one those
/// whose answer the parent knows. Nothing tells a candidate which sample is the last.
///
/// @param seed draws all but the last
/// @param last fills of one input set; none where samples keep the inputs that are there
public record FreshInputs(long seed, List<Fill> last) {
    private static final long EACH_SAMPLE = 0x9E3779B97F4A7C15L;
    private static final long EACH_INPUT = 0xC2B2AE3D27D4EB4FL;

    public FreshInputs {
        last = List.copyOf(last);
    }

    /// Every sample on the inputs that are there.
    public static FreshInputs none() {
        return new FreshInputs(0, List.of());
    }

    boolean isNone() {
        return last.isEmpty();
    }

    List<Fill> of(int sample, boolean isLast) {
        if (isLast) return last;
        var fills = new ArrayList<Fill>();
        for (var fill : last) {
            long own = Filler.mix(seed + EACH_SAMPLE * (sample + 1L) + EACH_INPUT * fills.size());
            fills.add(new Fill(fill.kind(), own, fill.low(), fill.high()));
        }
        return fills;
    }
}
