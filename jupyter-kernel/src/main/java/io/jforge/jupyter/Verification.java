package io.jforge.jupyter;

import io.jforge.runtime.Forge;
import io.jforge.runtime.SelfTest.Finding;
import io.jforge.runtime.spec.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// `doctor --verify`: the verifier tried on what is known to be right and wrong, on the first device of each kind.
final class Verification {
    private static final int FAILED = 1;

    private final Terminal terminal;

    Verification(Terminal terminal) {
        this.terminal = terminal;
    }

    List<Finding> of(Forge forge) {
        var kinds = new LinkedHashMap<String, Target>();
        forge.devices().forEach(target -> kinds.putIfAbsent(target.kind(), target));
        return kinds.values().stream()
                .flatMap(target -> forge.selfTest(target).run(terminal::progress).stream())
                .toList();
    }

    /// A table, a line for each failure, and what it comes to.
    void print(List<Finding> findings, double seconds) {
        terminal.endProgress();
        var out = terminal.out();
        var line = "%%-4s %%-8s %%-%ds  %%-%ds  %%s"
                .formatted(width(findings, Finding::what), width(findings, Finding::expected));
        out.println(line.formatted("", "device", "case", "expected", "got"));
        for (var each : findings)
            out.println(
                    line.formatted(each.ok() ? "ok" : "FAIL", each.device(), each.what(), each.expected(), each.got()));
        var failed = findings.stream().filter(each -> !each.ok()).toList();
        for (var each : failed)
            terminal.error("the verifier failed on %s: %s should be %s and was %s"
                    .formatted(each.device(), each.what(), each.expected(), each.got()));
        out.println(String.format(
                Locale.ROOT,
                failed.isEmpty()
                        ? "The verifier told right from wrong in all %d cases (%3$.0f s)."
                        : "The verifier failed in %2$d of %1$d cases (%3$.0f s): no result made here is to be trusted.",
                findings.size(),
                failed.size(),
                seconds));
    }

    private static int width(List<Finding> findings, Function<Finding, String> column) {
        return findings.stream().map(column).mapToInt(String::length).max().orElse(1);
    }

    static int status(List<Finding> findings) {
        return findings.stream().allMatch(Finding::ok) ? 0 : FAILED;
    }
}
