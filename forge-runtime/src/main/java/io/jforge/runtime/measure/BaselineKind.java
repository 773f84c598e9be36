package io.jforge.runtime.measure;

import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What a winner can be measured against, in the order of tables.
public enum BaselineKind {
    EAGER("eager", "PyTorch eager"),
    COMPILE("compile", "torch.compile"),
    COMPILE_MAX("compile-max", "torch.compile max-autotune"),
    CUBLAS("cublas", "cuBLAS"),
    OPENBLAS("openblas", "OpenBLAS"),
    NAIVE("naive", "naive");

    public static final List<String> NAMES =
            Arrays.stream(values()).map(BaselineKind::label).toList();

    private final String label;
    private final String title;

    BaselineKind(String label, String title) {
        this.label = label;
        this.title = title;
    }

    /// As options and JSON have it.
    public String label() {
        return label;
    }

    /// As tables have it.
    public String title() {
        return title;
    }

    public boolean isTorch() {
        return this == EAGER || this == COMPILE || this == COMPILE_MAX;
    }

    /// Reads `naive,eager,compile`; naive is always among them.
    ///
    /// @throws SpecException naming the nearest if one is unknown
    public static Set<BaselineKind> parse(String text) {
        var kinds = EnumSet.of(NAIVE);
        for (var name : text.split(",", -1)) kinds.add(of(name.strip()));
        return kinds;
    }

    /// The one of that label.
    ///
    /// @throws SpecException naming the nearest if there is none
    public static BaselineKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new SpecException("no baseline '%s': there are %s.%s"
                        .formatted(label, String.join(", ", NAMES), Nearest.suffix(label, NAMES))));
    }
}
