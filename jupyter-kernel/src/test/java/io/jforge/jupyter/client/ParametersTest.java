package io.jforge.jupyter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
    private static final String DEFAULTS = """
            // the size of the task
            int rows = 1024, cols = 64;
            final long bytes = 1L << 20; float eps = 1e-5f;
            var small = 7;
            var label = "a, b";
            var exact = 0.5;
            boolean quick = false;
            String name = "softmax";
            java.time.Duration limit = java.time.Duration.ofSeconds(5);
            int[] shape = {1, 2};
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4096|var x = 4096;",
                "-1|var x = -1;",
                "5000000000|var x = 5000000000L;",
                "0.5|var x = 0.5;",
                "1e-3|var x = 1e-3;",
                "true|var x = true;",
                "softmax|var x = \"softmax\";",
                "\"5\"|var x = \"5\";",
                "say \"hi\" \\ now|var x = \"say \\\"hi\\\" \\\\ now\";",
                "08|var x = \"08\";",
                "``|var x = \"\";",
            })
    void aValueIsTypedAsItLooks(String value, String declaration) {
        assertThat(injected(cell("int y = 1;"), "x", value)).isEqualTo(declaration);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rows|8|int rows = 8;",
                "cols|8|int cols = 8;",
                "bytes|8|long bytes = 8L;",
                "eps|0.25|float eps = 0.25f;",
                "small|8|int small = 8;",
                "small|5000000000|long small = 5000000000L;",
                "label|8|String label = \"8\";",
                "exact|8|double exact = 8d;",
                "quick|true|boolean quick = true;",
                "name|8|String name = \"8\";",
                "limit|java.time.Duration.ofMinutes(1)|java.time.Duration limit = java.time.Duration.ofMinutes(1);",
                "shape|{3, 4}|int[] shape = {3, 4};",
            })
    void aDefaultKeepsItsType(String name, String value, String declaration) {
        assertThat(injected(cell(DEFAULTS, "parameters"), name, value)).isEqualTo(declaration);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rows|abc|parameter 'rows' is an int, which 'abc' is not",
                "rows|5000000000|parameter 'rows' is an int, which '5000000000' is not",
                "quick|yes|parameter 'quick' is a boolean, which 'yes' is not",
                "class|1|'class' is no name of a Java variable",
                "a b|1|'a b' is no name of a Java variable",
            })
    void aValueThatDoesNotFitIsRefused(String name, String value, String message) {
        assertThatThrownBy(() -> injected(cell(DEFAULTS, "parameters"), name, value))
                .isInstanceOf(BadParameterException.class)
                .hasMessage(message);
    }

    @Test
    void aNameThatTheNotebookDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> injected(cell("int rows = 1;", "parameters"), "row", "2"))
                .hasMessage("the notebook has no parameter 'row'; its parameters cell says:\nint rows = 1;");
    }

    @Test
    void theNewCellStandsAfterTheDefaultsAndIsTagged() {
        Notebook ready = with(Map.of("rows", "2"), cell("// intro"), cell("int rows = 1;", "parameters"), cell("rows"));
        assertThat(ready.cells()).hasSize(4);
        assertThat(ready.cells().get(2).tagged("injected-parameters")).isTrue();
    }

    @Test
    void withoutDefaultsItStandsFirst() {
        assertThat(with(Map.of("rows", "2"), cell("rows")).cells().getFirst().source())
                .isEqualTo("// given to this run\nvar rows = 2;");
    }

    @Test
    void theValuesOfAnEarlierRunAreReplaced() {
        Notebook once = with(Map.of("rows", "2"), cell("int rows = 1;", "parameters"));
        Notebook twice = new Parameters(Map.of("rows", "3")).into(once);
        assertThat(twice.cells())
                .extracting(Cell::source)
                .containsExactly("int rows = 1;", "// given to this run\nint rows = 3;");
    }

    private static String injected(Cell cell, String name, String value) {
        return with(Map.of(name, value), cell).cells().stream()
                .filter(each -> each.tagged("injected-parameters"))
                .findFirst()
                .orElseThrow()
                .source()
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow();
    }

    private static Notebook with(Map<String, String> values, Cell... cells) {
        return new Parameters(values).into(new Notebook(List.of(cells), Json.object()));
    }

    private static Cell cell(String source, String... tags) {
        var metadata = Json.object();
        List.of(tags).forEach(metadata.withArray("tags")::add);
        String id = "c" + Integer.toHexString(source.hashCode());
        return new Cell.Code(id, source, metadata, OptionalInt.empty(), List.of());
    }
}
