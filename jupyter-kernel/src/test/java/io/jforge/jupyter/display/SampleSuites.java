package io.jforge.jupyter.display;

import io.jforge.runtime.report.SuiteJson;
import io.jforge.runtime.report.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Made-up suites, as files hold them.
public final class SampleSuites {
    private static final String ROW = """
            {"op": "softmax", "preset": "%s", "symbols": {"rows": 4096, "cols": 1024}, "dtype": "f32",
             "cache": "cold", "state": "measured", "run": "softmax-12ab", "trial": 7,
             "ours": {"median_us": %.1f, "ci95_us": [%.1f, %.1f], "samples": 41,
                      "title": "both cores (UN=8)", "tunables": {"UN": 8}, "source_hash": "abc"},
             "baselines": {"naive": {"median_us": 15510.0, "ci95_us": [15435, 15587], "samples": 41,
                                     "speedup": 20.9, "speedup_ci95": [20.5, 21.5]},
                           "eager": {"unavailable": "no PyTorch"}},
             "lead": "naive", "speedup": 20.9, "speedup_ci95": [20.5, 21.5], "roofline": 0.478,
             "verified": {"checks": 37, "seeds": 12, "worst_share": 0.12}}""";

    private SampleSuites() {}

    /// Two presets, of which ours takes so many microseconds, and one that was skipped.
    public static String text(double wide, double narrow) {
        return """
                {"format": "jforge-suite", "schema": 1, "jforge": "1.2", "started": "2026-05-04T10:20:30Z",
                 "wall_s": 61.5, "device": "cpu", "model": "EPYC <7>", "environment": {"compiler": "gcc 14"},
                 "settings": {"stored": false, "iterations": 30, "time_s": 60.0, "cache": "cold", "only": []},
                 "planned": 3, "rows": [%s, %s,
                 {"op": "matmul", "preset": "square", "symbols": {"m": 4096}, "dtype": "bf16", "cache": "cold",
                  "state": "skipped", "reason": "dtype(a) == f32 && more"}]}
                """.formatted(row("wide", wide), row("narrow", narrow));
    }

    private static String row(String preset, double micros) {
        return ROW.formatted(preset, micros, micros * 0.99, micros * 1.01);
    }

    public static SuiteResult of(Path folder, double wide, double narrow) {
        return SuiteJson.read(file(folder, wide, narrow));
    }

    /// Its name.
    public static String file(Path folder, double wide, double narrow) {
        try {
            var name = String.format(Locale.ROOT, "suite-%.0f-%.0f.json", wide, narrow);
            return Files.writeString(folder.resolve(name), text(wide, narrow)).toString();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
