package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Nothing;
import io.jforge.jupyter.shell.CellResult.Problem;
import io.jforge.jupyter.shell.CellResult.Thrown;
import io.jforge.jupyter.shell.CellResult.Value;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a cell does to the process it shares with the kernel, the next one runs and prints.
@Timeout(60)
class HostileCellTest {
    private static Shell shell;
    private final StringBuffer printed = new StringBuffer();

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private CellResult run(String code) {
        return shell.evaluate(code, "cell 1", (_, text) -> printed.append(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.setOut(null);",
                "System.setErr(null);",
                "System.setIn(null);",
                "System.out.close();",
                "System.err.close();",
                "System.in.close();",
                "Thread.currentThread().interrupt();",
                "Thread.currentThread().getThreadGroup().interrupt();",
                "Thread.currentThread().setContextClassLoader(null);",
                "Thread.setDefaultUncaughtExceptionHandler(null);",
            })
    void theNextCellRunsAndPrints(String code) {
        assertThat(run(code)).isEqualTo(new Nothing());
        assertThat(run("System.out.print(\"out \"); System.err.print(\"err \"); System.in.read()"))
                .isEqualTo(new Value(-1));
        assertThat(printed.toString()).contains("out ", "err ");
    }

    @ParameterizedTest
    @MethodSource("tooMuch")
    void whatIsTooMuchForTheCompilerHarmsNoLaterCell(String code, String message) {
        assertThat(run(code))
                .isInstanceOfSatisfying(
                        CompileError.class,
                        error -> assertThat(error.text()).hasSizeLessThan(1_500).contains(message));
        assertThat(run("1 + 1")).isEqualTo(new Value(2));
        assertThat(run("int small = 7; small")).isEqualTo(new Value(7));
    }

    static Stream<Arguments> tooMuch() {
        String numbers =
                IntStream.range(100_000, 170_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return Stream.of(
                arguments("1" + "+1".repeat(30_000), "nested too deeply"),
                arguments("String much = \"" + "z".repeat(100_000) + "\";", "constant string too long"),
                arguments("System.out.println(\"" + "z".repeat(100_000) + "\");", "constant string too long"),
                arguments("\"" + "é".repeat(60_000) + "\".length()", "too long"),
                arguments("int[] many = {" + numbers + "};", "too"));
    }

    @Test
    void anExceptionIsToldInAnyLocale() {
        Locale before = Locale.getDefault();
        try {
            assertThat(run("Locale.setDefault(Locale.forLanguageTag(\"ar-EG\"));"))
                    .isEqualTo(new Nothing());
            assertThat(run("throw new IllegalStateException(\"own\", new RuntimeException(\"inner\"));"))
                    .isInstanceOfSatisfying(Thrown.class, thrown -> {
                        assertThat(thrown.headline()).isEqualTo("java.lang.IllegalStateException: own");
                        assertThat(thrown.cause().orElseThrow().headline())
                                .isEqualTo("java.lang.RuntimeException: inner");
                    });
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/* no end", "int n = 1;\n/* no end", "int n = 1;\n// why\n  /* no end\n1 + 1"})
    void aCommentWithoutAnEndIsNamed(String code) {
        assertThat(run(code))
                .isInstanceOfSatisfying(
                        CompileError.class,
                        error -> assertThat(error.problems())
                                .extracting(Problem::message)
                                .containsExactly("this comment has no end"));
    }
}
