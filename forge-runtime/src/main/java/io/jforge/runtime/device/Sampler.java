package io.jforge.runtime.device;

import io.jforge.runtime.trial.Timing;
import java.util.List;

/// Takes samples until they are precise enough, too many, too long, or plainly too slow.
final class Sampler {
    /// Which call of those in turn, on which input set, and whether no sample follows.
    record Place(int call, int set, boolean isLast) {}

    /// Runs one call once; nanoseconds.
    interface Sample {
        long take(Place place);
    }

    private final Sampling sampling;

    Sampler(Sampling sampling) {
        this.sampling = sampling;
    }

    /// Adds a sample of each call in turn until done; true if the first call was raced out, which may be at
    /// any sample: then none was the last.
    boolean sample(int calls, int sets, List<List<Long>> samples, Sample sample) {
        long end = System.nanoTime() + sampling.limit().toNanos();
        for (int taken = 0; ; taken++) {
            if (taken >= sampling.raceAfter() && racedOut(samples)) return true;
            boolean enough = taken >= sampling.atLeast() && (System.nanoTime() >= end || precise(samples));
            boolean last = enough || taken + 1 >= sampling.atMost();
            for (int call = 0; call < calls; call++)
                samples.get(call).add(sample.take(new Place(call, sampling.warm() ? 0 : taken % sets, last)));
            if (last) return false;
        }
    }

    private boolean racedOut(List<List<Long>> samples) {
        return samples.size() == 1 && new Timing(samples.getFirst(), false).medianMicros() > sampling.raceMicros();
    }

    /// Looked at every eighth sample only: the interval needs a sort.
    private boolean precise(List<List<Long>> samples) {
        return samples.getFirst().size() % 8 == 1
                && samples.stream()
                        .allMatch(list -> new Timing(list, false).relativeHalfWidth() < sampling.precision());
    }
}
