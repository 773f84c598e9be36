package io.jforge.runtime.compile;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/// A version of CUDA, such as 12.9.
public record CudaVersion(int major, int minor) implements Comparable<CudaVersion> {
    private static final Pattern DOTTED = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");
    private static final Comparator<CudaVersion> ORDER =
            Comparator.comparingInt(CudaVersion::major).thenComparingInt(CudaVersion::minor);

    /// The version that CUDA writes as one number: 12090 is 12.9.
    public static CudaVersion ofNumber(int number) {
        return new CudaVersion(number / 1000, number % 1000 / 10);
    }

    /// The first dotted number in a text such as `release 13.0, V13.0.88`.
    static Optional<CudaVersion> in(String text) {
        var found = DOTTED.matcher(text);
        return found.find()
                ? Optional.of(new CudaVersion(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))))
                : Optional.empty();
    }

    /// Whether a driver of this version loads what a compiler of that version made: a cubin of the same major
    /// version or an older one.
    public boolean runs(CudaVersion compiler) {
        return compiler.major <= major;
    }

    @Override
    public int compareTo(CudaVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
