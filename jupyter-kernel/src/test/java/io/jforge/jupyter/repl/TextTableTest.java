package io.jforge.jupyter.repl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class TextTableTest {
    private static final Palette PLAIN = new Palette(false);

    private static String text(Table table, int width) {
        return new TextTable(table, width, PLAIN).text();
    }

    @Test
    void numbersStandOnTheRightAndTextsOnTheLeft() {
        var table = Table.create("", StringColumn.create("name", "a", "long name"), IntColumn.create("n", 5, 1234));
        assertThat(text(table, 80)).isEqualTo("""
                name      │    n
                ──────────┼─────
                a         │    5
                long name │ 1234""");
    }

    @Test
    void aColouredHeadIsDrawnWithTheSameLines() {
        var table = Table.create("", StringColumn.create("name", "a"), IntColumn.create("n", new int[] {5}));
        assertThat(new TextTable(table, 80, new Palette(true)).text())
                .isEqualTo("\u001b[1mname │ n\u001b[0m\n─────┼──\na    │ 5");
    }

    @Test
    void charactersTwoColumnsWideAreCountedAsTwo() {
        var table = Table.create(
                "", StringColumn.create("word", "漢字", "😀", "é", "abcd"), IntColumn.create("n", 1, 2, 3, 4));
        assertThat(text(table, 80).lines().map(line -> Columns.of(line.replaceAll("[│┼].*", ""))))
                .containsOnly(5);
    }

    @Test
    void longTextsAreCutUntilTheTableFits() {
        var table = Table.create("", StringColumn.create("text", "x".repeat(300)), DoubleColumn.create("number", 3.25));
        assertThat(text(table, 40).lines().map(Columns::of)).allMatch(columns -> columns <= 40);
        assertThat(text(table, 40)).contains("x…", "3.25").doesNotContain("shown");
    }

    @Test
    void columnsThatDoNotFitAreLeftOutAndCounted() {
        var table = Table.create("wide");
        for (int i = 0; i < 30; i++) table.addColumns(IntColumn.create("column" + i, 1));
        assertThat(text(table, 60).lines().map(Columns::of)).allMatch(columns -> columns <= 60);
        assertThat(text(table, 60)).contains("wide\n", "column0", "1 rows, 30 columns, 6 of them shown");
    }

    @Test
    void ofManyRowsTheFirstAndTheLastAreShown() {
        var table = Table.create(
                "", IntColumn.create("n", IntStream.range(0, 100_000).toArray()));
        assertThat(text(table, 60).lines()).hasSize(2 + 40 + 1 + 10 + 1);
        assertThat(text(table, 60)).contains("\n99999\n").endsWith("100,000 rows, 1 columns");
    }

    @Test
    void aLineBreakInACellBreaksNoRow() {
        var table = Table.create("", StringColumn.create("text", "two\nlines", "tab\there"));
        assertThat(text(table, 60).lines()).hasSize(4).contains("two lines", "tab here");
    }

    @Test
    void aTableOfNothingSaysSo() {
        assertThat(text(Table.create("empty"), 60)).contains("empty", "without columns");
        assertThat(text(Table.create("", IntColumn.create("n")), 60)).startsWith("n");
    }
}
