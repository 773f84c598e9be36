package io.jforge.runtime.report;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tech.tablesaw.api.Table;

/// What a suite measured, as far as it came. Its components are the keys of the JSON, after `format` and `schema`.
///
/// @param jforge the version that measured it
/// @param model the device's model
/// @param environment compiler, driver, PyTorch and the like, for who wants to repeat it
/// @param planned how many rows there are when it is done
/// @param interruptedAt the row that was being measured when a person interrupted it
public record SuiteResult(
        String jforge,
        Instant started,
        double wallS,
        String device,
        String model,
        Map<String, String> environment,
        Settings settings,
        int planned,
        Optional<String> interruptedAt,
        List<SuiteRow> rows) {
    public SuiteResult {
        if (jforge == null || started == null || device == null || model == null || settings == null || rows == null)
            throw new IllegalArgumentException("a suite needs its version, start, device, settings and rows");
        environment = environment == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        rows = List.copyOf(rows);
    }

    /// The options that shape a suite.
    ///
    /// @param stored whether the best that was kept is measured, without a search
    /// @param iterations of each search, at most; no search has any
    /// @param timeS of each search, at most
    /// @param baseline as it was asked for; empty: those that are here
    public record Settings(
            boolean stored,
            Optional<Integer> iterations,
            Optional<Double> timeS,
            Optional<Long> seed,
            String cache,
            Optional<String> baseline,
            List<String> only) {
        public Settings {
            only = only == null ? List.of() : List.copyOf(only);
        }
    }

    /// A row each: times, the speedup of ours over what leads, how it was verified.
    public Table table() {
        return new SuiteTable(this).table();
    }

    /// As `suite --json` prints it and `--out` writes it.
    public Map<String, Object> json() {
        return SuiteJson.map(this);
    }

    public boolean isInterrupted() {
        return interruptedAt.isPresent();
    }

    @Override
    public String toString() {
        return new SuiteTable(this).text();
    }
}
