package io.jforge.runtime.compile;

import io.jforge.runtime.trial.Profile.Launch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// What `ncu --csv --page raw` prints: among other lines a row of names, a row of units, and a row for each launch.
final class NcuReport {
    private static final String HEAD = "\"ID\",";
    private static final String FUNCTION = "Kernel Name";
    private static final Pattern UNIT =
            Pattern.compile("([numKMGTP]?)(second|s|byte|byte/second|byte/s|sector|inst|warp|request)");
    private static final Map<String, Double> SCALES =
            Map.of("", 1.0, "n", 1e-9, "u", 1e-6, "m", 1e-3, "K", 1e3, "M", 1e6, "G", 1e9, "T", 1e12, "P", 1e15);

    private NcuReport() {}

    /// The launches in order; none where there is no such table.
    static List<Launch> launches(String output) {
        var table = output.lines()
                .map(String::strip)
                .dropWhile(line -> !line.startsWith(HEAD))
                .takeWhile(line -> line.startsWith("\""))
                .map(NcuReport::cells)
                .toList();
        var launches = new ArrayList<Launch>();
        for (int row = 2; row < table.size(); row++) launches.add(launch(table.get(0), table.get(1), table.get(row)));
        return launches;
    }

    private static Launch launch(List<String> names, List<String> units, List<String> row) {
        var values = new LinkedHashMap<String, Double>();
        var entry = "";
        for (int i = 0; i < Math.min(names.size(), row.size()); i++) {
            var name = names.get(i);
            var unit = i < units.size() ? units.get(i) : "";
            if (name.equals(FUNCTION)) entry = row.get(i).replaceFirst("\\(.*", "");
            number(row.get(i)).ifPresent(number -> values.put(name, number * scale(unit)));
        }
        return new Launch(entry, NcuMetrics.counters(values), NcuMetrics.stalls(values));
    }

    /// `1,234.5`; not `n/a`, `nan`, nor a text.
    private static OptionalDouble number(String cell) {
        var digits = cell.replace(",", "");
        return digits.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?")
                ? OptionalDouble.of(Double.parseDouble(digits))
                : OptionalDouble.empty();
    }

    /// To seconds and bytes: `usecond`, `us`, `Gbyte/second`, `Gbyte/s`. What has no prefix counts as it is.
    private static double scale(String unit) {
        var matcher = UNIT.matcher(unit);
        return matcher.matches() ? SCALES.get(matcher.group(1)) : 1;
    }

    /// Of one line: in quotes, with quotes inside doubled, or bare.
    private static List<String> cells(String line) {
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean doubled = quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"';
            if (doubled) i++;
            if (c == '"' && !doubled) quoted = !quoted;
            else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else cell.append(c);
        }
        cells.add(cell.toString());
        return cells;
    }
}
