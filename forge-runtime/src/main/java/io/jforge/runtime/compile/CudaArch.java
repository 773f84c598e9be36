package io.jforge.runtime.compile;

import io.jforge.runtime.spec.Arch;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.regex.Pattern;

/// A GPU's architecture by number, and the name a compiler compiles for.
///
/// @param number ten times the compute capability: 90 is 9.0
/// @param exact whether the code uses what only this architecture has (`sm_90a`)
public record CudaArch(int number, boolean exact) {
    private static final Pattern NAME = Pattern.compile("sm_(\\d{2,3})([a-z]?)");
    private static final int FIRST_WITH_EXACT = 90;
    private static final int FIRST_COMPILER_WITH_EXACT = 12;
    private static final int OLDEST = 75;

    public CudaArch {
        if (number < OLDEST)
            throw new IllegalArgumentException(
                    "sm_%d is too old: JForge needs a GPU of compute capability 7.5 (sm_75)".formatted(number)
                            + " or newer");
    }

    /// The architecture of a device: `capability(9, 0)` is sm_90.
    public static CudaArch capability(int major, int minor) {
        return new CudaArch(10 * major + minor, false);
    }

    /// The architecture that `sm_90` or `sm_90a` names.
    public static CudaArch named(String name) {
        var parts = NAME.matcher(name);
        if (!parts.matches())
            throw new IllegalArgumentException("'%s' is not an architecture such as sm_90".formatted(name));
        return new CudaArch(Integer.parseInt(parts.group(1)), parts.group(2).equals("a"));
    }

    /// What a compiler of this version, which knows these architectures, compiles for a device of this one:
    /// itself, with all that only it has where there is such a variant; else the nearest older one whose
    /// code it runs.
    Optional<CudaArch> bestOf(NavigableSet<Integer> known, CudaVersion compiler) {
        if (known.contains(number))
            return Optional.of(
                    new CudaArch(number, number >= FIRST_WITH_EXACT && compiler.major() >= FIRST_COMPILER_WITH_EXACT));
        return Optional.ofNullable(known.floor(number))
                .filter(older -> older / 10 == number / 10)
                .map(older -> new CudaArch(older, false));
    }

    /// Stops a Source that asks for an architecture which this one is not.
    Step<CudaArch> admits(Optional<Arch> asked) {
        if (asked.isEmpty()) return Step.passed(this);
        var arch = asked.get();
        boolean fits = arch.exact() ? exact && number == arch.number() : number >= arch.number();
        return fits
                ? Step.passed(this)
                : Step.stopped(new Outcome.Forbidden(
                        "arch", "it asks for %s; this device is compiled for as %s".formatted(arch.name(), name())));
    }

    public String name() {
        return "sm_" + number + (exact ? "a" : "");
    }

    /// The name under which a compiler writes PTX for it.
    String virtualName() {
        return name().replace("sm_", "compute_");
    }
}
