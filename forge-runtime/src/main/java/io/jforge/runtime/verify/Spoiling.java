package io.jforge.runtime.verify;

import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Something that is done to a right output by a function of resources selftest/spoil.c.
///
/// @param right whether the output is still right then
/// @param entry of that function; empty where nothing is done
record Spoiling(String what, boolean right, String entry, List<PlannedArg> args) {
    private static final List<Long> ONE = List.of(1L, 1L, 1L);

    Spoiling {
        args = List.copyOf(args);
    }

    /// What tells a judge that is too kind, and one that is too strict, from a good one.
    static List<Spoiling> ofNormal(RightOutput y) {
        long any = y.anyElement();
        long last = y.elements() - 1;
        long largest = y.largest();
        long group = y.anyGroup();
        long other = (group + y.groupSize()) % y.elements();
        float usual = (float) y.at(any);
        return List.of(
                new Spoiling("as they are", true, "", List.of()),
                put(y, "one unit in the last place more", true, any, Math.nextUp(usual)),
                put(y, "one off by a third of what is allowed", true, any, y.at(any) + y.allowed(any) / 3),
                put(y, "one off by 3 times what is allowed", false, any, y.at(any) + 3 * y.allowed(any)),
                put(y, "the last off by 3 times what is allowed", false, last, y.at(last) - 3 * y.allowed(last)),
                put(y, "one NaN", false, any, Float.NaN),
                put(y, "one infinite", false, any, Float.POSITIVE_INFINITY),
                put(y, "the last left as it was poisoned", false, last, Float.intBitsToFloat(-1)),
                put(y, "one with its sign flipped", false, largest, -y.at(largest)),
                exchange(y, "two neighbours exchanged", y.steepest(), y.steepest() + 1, 1),
                exchange(y, "two norm groups exchanged", group, other, y.groupSize()),
                of(y, "a norm group shifted by one", "spoil_shift", whole(group), whole(y.groupSize())),
                of(y, "all scaled by 1.001", "spoil_scale", whole(y.elements()), number(1.001)),
                of(y, "all zero", "spoil_scale", whole(y.elements()), number(0)));
    }

    /// Outputs of inputs so far apart that some are subnormal: hardware may flush those.
    static List<Spoiling> ofTiny(RightOutput y) {
        var all = new ArrayList<Spoiling>();
        all.add(new Spoiling("of large inputs, as they are", true, "", List.of()));
        y.denormal().ifPresent(i -> {
            all.add(put(y, "a subnormal flushed to zero", true, i, 0.0));
            all.add(put(y, "a subnormal flushed to -0", true, i, -0.0));
            all.add(put(y, "a subnormal off by 3 times what is allowed", false, i, y.at(i) + 3 * y.allowed(i)));
        });
        return all;
    }

    private static Spoiling put(RightOutput y, String what, boolean right, long at, double value) {
        return new Spoiling(what, right, "spoil_put", List.of(buffer(y), whole(at), number(value)));
    }

    private static Spoiling exchange(RightOutput y, String what, long a, long b, long count) {
        return of(y, what, "spoil_exchange", whole(a), whole(b), whole(count));
    }

    private static Spoiling of(RightOutput y, String what, String entry, PlannedArg... args) {
        var all = new ArrayList<PlannedArg>(List.of(buffer(y)));
        all.addAll(List.of(args));
        return new Spoiling(what, false, entry, all);
    }

    private static PlannedArg buffer(RightOutput y) {
        return new PlannedArg.Buffer(y.name());
    }

    private static PlannedArg whole(long value) {
        return new PlannedArg.I64(value);
    }

    private static PlannedArg number(double value) {
        return new PlannedArg.F32((float) value);
    }

    /// Behind the launches of what is right.
    Optional<PlannedLaunch> launch(Target target) {
        if (entry.isEmpty()) return Optional.empty();
        return Optional.of(
                target.kind().equals(Target.CPU)
                        ? PlannedLaunch.cpu(entry, 1, args)
                        : new PlannedLaunch(entry, OptionalInt.empty(), ONE, ONE, ONE, 0, false, false, false, args));
    }
}
