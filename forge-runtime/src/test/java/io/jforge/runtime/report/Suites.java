package io.jforge.runtime.report;

import io.jforge.runtime.report.SuiteRow.Beside;
import io.jforge.runtime.report.SuiteRow.OtherCache;
import io.jforge.runtime.report.SuiteRow.Ours;
import io.jforge.runtime.report.SuiteRow.Verified;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Made-up suites.
final class Suites {
    private Suites() {}

    /// Of rows that a CPU measured.
    static SuiteResult of(SuiteRow... rows) {
        return of("EPYC", Map.of("compiler", "gcc 14", "pytorch", "2.9"), List.of(), rows);
    }

    static SuiteResult of(String model, Map<String, String> environment, List<String> only, SuiteRow... rows) {
        return new SuiteResult(
                "1.2",
                Instant.parse("2026-05-04T10:20:30Z"),
                61.5,
                "cpu",
                model,
                environment,
                new SuiteResult.Settings(
                        false, Optional.of(30), Optional.of(60.0), Optional.empty(), "cold", Optional.empty(), only),
                rows.length,
                Optional.empty(),
                Arrays.asList(rows));
    }

    /// Naive and ours, each with an interval of so many per cent to either side.
    static SuiteRow row(String preset, double naive, double ours, double percent) {
        return row("softmax", preset, Map.of("naive", naive), ours, percent);
    }

    /// Ours beside baselines, by name in the order of tables.
    static SuiteRow row(String op, String preset, Map<String, Double> baselines, double ours, double percent) {
        var all = new LinkedHashMap<String, Beside>();
        baselines.forEach((name, micros) -> all.put(name, beside(micros, ours, percent)));
        var lead = baselines.containsKey("eager") ? "eager" : "naive";
        return new SuiteRow(
                op,
                preset,
                Map.of("rows", 64L, "cols", 128L),
                Map.of(),
                "f32",
                "cold",
                SuiteRow.MEASURED,
                Optional.empty(),
                Optional.of(op + "-12ab"),
                Optional.of(7),
                Optional.of(new Ours(ours, around(ours, percent), 41, "both cores (UN=8)", Map.of("UN", 8L), "abc")),
                all,
                Optional.of(lead),
                all.get(lead).speedup(),
                all.get(lead).speedupCi95(),
                Optional.of(0.5),
                Optional.of(new Verified(37, 12, 0.12)),
                Optional.of(new OtherCache("warm", 900, 90, around(90, 1), 10, around(10, 1), 0.9)),
                List.of());
    }

    private static Beside beside(double micros, double ours, double percent) {
        double speedup = micros / ours;
        return new Beside(
                Optional.of(micros),
                Optional.of(around(micros, percent)),
                Optional.of(41),
                Optional.empty(),
                Optional.of(speedup),
                Optional.of(around(speedup, percent)),
                Optional.empty());
    }

    static List<Double> around(double value, double percent) {
        return List.of(value * (1 - percent / 100), value * (1 + percent / 100));
    }

    /// A row of which naive alone was measured.
    static SuiteRow without(SuiteRow row, String reason) {
        var naive = row.baselines().get("naive");
        return new SuiteRow(
                row.op(),
                row.preset(),
                row.symbols(),
                row.strides(),
                row.dtype(),
                row.cache(),
                SuiteRow.MEASURED,
                Optional.of(reason),
                row.run(),
                Optional.empty(),
                Optional.empty(),
                Map.of(
                        "naive",
                        new Beside(
                                naive.medianUs(),
                                naive.ci95Us(),
                                naive.samples(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())),
                Optional.of("naive"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    static SuiteRow skipped(String preset, String why) {
        return SuiteRows.skipped(
                new SuiteTask("softmax", preset, Map.of("rows", 64L, "cols", 128L), "f32"), "cold", why);
    }
}
