package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The table of what is caught and by what: every row of the list of cheats, on either target, with its fixtures as
/// they were seen to end, or why there is none.
final class CheatMatrix {
    static final int ROWS = 32;

    /// What a GPU test wrote when it was last run: a head, then a line for each fixture.
    static final String GPU_FILE = "seen-on-a-gpu.tsv";

    private static final String BEGIN = "<!-- cheats: begin, written by CheatsTest -->\n";
    private static final String END = "<!-- cheats: end -->";
    private static final List<String> TARGETS = List.of("C", "CUDA");

    /// How one ended: the outcome's label, and what caught it.
    record Seen(String ended, String by) {}

    /// A row of `rows.yaml`: the cheat in a few words, and why a target has none where it has none.
    record Row(String cheat, Optional<String> c, Optional<String> cuda) {
        Optional<String> reason(String target) {
            return target.equals("C") ? c : cuda;
        }
    }

    private CheatMatrix() {}

    static Map<Integer, Row> rows() {
        var type = new TypeReference<TreeMap<Integer, Row>>() {};
        return new YAMLMapper().readValue(Cheat.root().resolve("rows.yaml").toFile(), type);
    }

    /// Rows without words, and targets of a row that have neither a fixture nor a reason, or both.
    static List<String> gaps() {
        var gaps = new ArrayList<String>();
        var rows = rows();
        for (int number = 1; number <= ROWS; number++) {
            int row = number;
            if (!rows.containsKey(row)) gaps.add("row %d is not in rows.yaml".formatted(row));
            else
                for (var target : TARGETS) {
                    boolean shown = !fixtures(row, target).isEmpty();
                    if (shown == rows.get(row).reason(target).isPresent())
                        gaps.add("row %d on %s has %s".formatted(row, target, shown ? "both" : "neither"));
                }
        }
        Cheat.all()
                .filter(cheat -> !rows.keySet().containsAll(cheat.rows()))
                .forEach(cheat -> gaps.add(cheat + " names a row that there is not"));
        return gaps;
    }

    private static List<Cheat> fixtures(int row, String target) {
        return Cheat.all()
                .filter(cheat -> cheat.target().equals(target) && cheat.rows().contains(row))
                .toList();
    }

    /// The page with the table between its marks made anew.
    static String into(String page, Map<String, Seen> seenInC) {
        assertThat(page).as("the page with the marks for the table").containsSubsequence(BEGIN, END);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        var seen = new HashMap<>(seenInC);
        seen.putAll(seenOnGpu());
        return page.substring(0, from) + table(seen) + page.substring(to);
    }

    private static String table(Map<String, Seen> seen) {
        var table = new StringBuilder("| | cheat | target | fixture | what it does | ends | caught by |\n|"
                + " --: | --- | --- | --- | --- | --- | --- |\n");
        rows().forEach((number, row) -> {
            var shown = "%d | %s".formatted(number, row.cheat());
            for (var target : TARGETS) {
                for (var cheat : fixtures(number, target)) {
                    table.append("| %s | %s |\n"
                            .formatted(shown, line(cheat, Optional.ofNullable(seen.get(cheat.file())))));
                    shown = " | ";
                }
                if (row.reason(target).isPresent()) {
                    table.append("| %s | %s | - | %s | | |\n"
                            .formatted(shown, target, row.reason(target).get()));
                    shown = " | ";
                }
            }
        });
        return table.append('\n').append(gpuHead()).append('\n').toString();
    }

    private static String line(Cheat cheat, Optional<Seen> seen) {
        return String.join(
                " | ",
                cheat.target(),
                "`" + cheat.file() + "`",
                cheat.words().replace("|", "\\|"),
                seen.map(Seen::ended).orElse("(not run yet)"),
                seen.map(Seen::by).orElse(""));
    }

    /// A fixture's line in the file: its text's hash is there so that nothing is said of a text that was changed since.
    static String gpuLine(Cheat cheat, Seen seen) {
        return String.join("\t", cheat.file(), cheat.source().hash().substring(0, 12), seen.ended(), seen.by());
    }

    private static List<String> gpuFile() {
        try {
            var file = Cheat.root().resolve(GPU_FILE);
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String gpuHead() {
        return gpuFile().stream()
                .filter(line -> line.startsWith("# "))
                .map(line -> "CUDA rows: " + line.substring(2) + ".\n")
                .findFirst()
                .orElse("");
    }

    private static Map<String, Seen> seenOnGpu() {
        var seen = new HashMap<String, Seen>();
        var lines = gpuFile();
        for (var cheat : Cheat.in("cu"))
            lines.stream()
                    .map(line -> line.split("\t"))
                    .filter(cells -> cells.length == 4
                            && gpuLine(cheat, new Seen(cells[2], cells[3])).equals(String.join("\t", cells)))
                    .findFirst()
                    .ifPresent(cells -> seen.put(cheat.file(), new Seen(cells[2], cells[3])));
        return seen;
    }
}
