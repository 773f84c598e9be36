package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DateColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class TableViewTest {
    private record City(String name, int people, double area, Optional<String> mayor) {}

    private static final List<City> CITIES = List.of(
            new City("Bern", 134_000, 51.6, Optional.empty()),
            new City("<Zürich>", 443_037, 87.88, Optional.of("C. M.")));

    private static String text(Object rows) {
        return Contents.table(rows).plain();
    }

    private static String html(Object rows) {
        return (String) Contents.table(rows).data().get("text/html");
    }

    @Test
    void recordsAreRowsWithNumbersOnTheRight() {
        assertThat(text(CITIES)).isEqualTo("""
                name      people   area  mayor
                --------  ------  -----  -----
                Bern      134000  51.60
                <Zürich>  443037  87.88  C. M.""");
    }

    @Test
    void aPageHasTheSameWithWhatIsMissingMarked() {
        assertThat(html(CITIES))
                .contains(
                        "<th class=\"jf-l\">name</th><th>people</th>",
                        "<td class=\"jf-l\">&lt;Zürich&gt;</td><td>443037</td><td>87.88</td>",
                        "<td class=\"jf-dim\" title=\"missing\">–</td>")
                .doesNotContain("<Zürich>");
        assertThat(WellFormed.parse(html(CITIES))).isNotNull();
    }

    @Test
    void ofALongTableTheFirstAndTheLastRowsAreShown() {
        var rows = IntStream.range(0, 12_345).boxed().toList();
        assertThat(text(rows).lines())
                .hasSize(34)
                .contains("   19", "12335", "    ⋮")
                .endsWith("30 of 12,345 rows, 1 column");
        assertThat(text(rows)).doesNotContain("\n   20\n", "12334");
        assertThat(html(rows))
                .contains("<td>19</td>", "<td>⋮</td>", "<td>12335</td>", "30 of 12,345 rows, 1 column")
                .doesNotContain("<td>20</td>", "<td>12334</td>");
        assertThat(html(rows).length()).isLessThan(10_000);
    }

    @Test
    void ofAWideTableTheFirstAndTheLastColumnsAreShown() {
        var row = IntStream.range(0, 100).boxed().toList();
        assertThat(text(List.of(row)).lines().skip(2).findFirst().orElseThrow())
                .isEqualTo("0  1  2  3  4  5  6  7  8  9  10  11  12  13  14  ⋯  95  96  97  98  99");
        assertThat(text(List.of(row))).endsWith("1 row, 20 of 100 columns");
        assertThat(WellFormed.parse(html(List.of(row, row)))).isNotNull();
    }

    @Test
    void wideTextIsCutInTextAndWrapsOnAPage() {
        var rows = List.of(Map.of("t", "word ".repeat(40)));
        assertThat(text(rows).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThan(60));
        assertThat(html(rows)).contains("word ".repeat(40).strip());
    }

    @Test
    void tablesawTablesKeepTheirFormatsAndMissingValues() {
        var numbers = DoubleColumn.create("d", 1.5, 22.25);
        numbers.appendMissing();
        var table = Table.create(
                "t",
                StringColumn.create("s", "a", "", "c"),
                numbers,
                IntColumn.create("i", 1, 2, 3),
                DateColumn.create("on", LocalDate.of(2026, 1, 2), LocalDate.of(2026, 1, 3), null));
        assertThat(text(table)).isEqualTo("""
                t
                s      d  i  on
                -  -----  -  ----------
                a   1.50  1  2026-01-02
                   22.25  2  2026-01-03
                c          3""".replace("c          3", "c         3"));
        assertThat(html(table)).contains("<caption>t</caption>");
    }

    @Test
    void mapsArraysListsStreamsAndPlainValues() {
        assertThat(text(new TreeMap<>(Map.of("a", 1, "b", 2)))).isEqualTo("""
                key  value
                ---  -----
                a        1
                b        2""");
        assertThat(text(new double[][] {{1, 2.5}, {3}})).isEqualTo("""
                  0    1
                ---  ---
                1.0  2.5
                3.0""");
        assertThat(text(Stream.of("x", "y"))).isEqualTo("value\n-----\nx\ny");
        assertThat(text(new TreeMap<>(Map.of("k", CITIES.getFirst())))).startsWith("key  name  people");
        assertThat(text(List.of())).endsWith("0 rows, 0 columns");
    }

    @Test
    void fractionsHaveTheDecimalsThatTheirColumnNeeds() {
        assertThat(text(List.of(0.1 + 0.2, 12.0)).lines().skip(2)).containsExactly("  0.3", " 12.0");
        assertThat(text(List.of(1.0 / 3)).lines().skip(2)).containsExactly("0.333333");
        assertThat(text(List.of(1e-9, 5e20)).lines().skip(2)).containsExactly("1.0000e-09", "5.0000e+20");
        assertThat(text(List.of(Double.NaN, 1.25f)).lines().skip(2)).containsExactly("  NaN", " 1.25");
        assertThat(text(List.of(40773.9465, 871.834567)).lines().skip(2)).containsExactly("40773.9", "  871.8");
        assertThat(text(List.of(1234567.891)).lines().skip(2)).containsExactly("1234567.9");
    }

    @Test
    void wideCharactersStandInLine() {
        assertThat(text(List.of(Map.of("n", "日本"), Map.of("n", "é"), Map.of("n", "👩‍🚀x")))
                        .lines()
                        .skip(1))
                .containsExactly("----", "日本", "é", "👩‍🚀x");
        assertThat(TextWidth.of("👩‍🚀x")).isEqualTo(3);
        assertThat(TextWidth.of("日本")).isEqualTo(4);
        assertThat(TextWidth.padded("日本語", 4, false)).isEqualTo("日… ");
        assertThat(TextWidth.of("日… ")).isEqualTo(4);
    }

    @Test
    void whatIsNoTableIsToldInALine() {
        assertThatThrownBy(() -> text(3)).hasMessageContaining("not of this Integer");
        assertThatThrownBy(() -> text(null)).hasMessageContaining("null");
    }
}
