package io.jforge.jupyter.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.server.KernelProcess;
import io.jforge.jupyter.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/// Notebooks in Java, from their file to their page, through JForge's own kernel.
@Timeout(60)
class JavaNotebookTest {
    private static final NotebookRunner RUNNER = new NotebookRunner(
            List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-opens=jdk.jshell/jdk.jshell=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    KernelProcess.class.getName(),
                    "{connection_file}"),
            Path.of("."),
            Map.of());

    private final List<Cell> cells = new ArrayList<>();

    @Test
    void aNotebookRunsFromItsParametersToItsPage() {
        prose("# A *small* notebook");
        code("int rows = 2;", "parameters");
        code("System.out.println(\"rows \" + rows);\nvar shown = display(\"waiting\");");
        code("shown.update(\"done\");\nrows * 21");
        code("int half = rows / 0;", "raises-exception");
        code("System.err.println(\"<after>\");");
        RunResult result = run(RunOptions.DEFAULT.withParameters(Map.of("rows", "4")));
        assertThat(result.ending()).isEqualTo(new RunResult.Completed());
        assertThat(texts(result, 3)).containsExactly("rows 4\n", "done");
        assertThat(texts(result, 4)).containsExactly("84");
        assertThat(outputs(result, 5))
                .singleElement()
                .isInstanceOfSatisfying(
                        Output.Failure.class,
                        failure -> assertThat(failure.name()).contains("ArithmeticException"));
        assertThat(result.notebook()
                        .metadata()
                        .path("language_info")
                        .path("name")
                        .asString(""))
                .isEqualTo("java");
        assertThat(new HtmlPage(result.notebook(), "x", Path.of(".")).html())
                .contains("<title>A small notebook</title>", "&lt;after&gt;", "<span class=\"count\">6</span>");
    }

    @Test
    void anEndlessLoopIsInterruptedAndTheNotebookKept() {
        code("System.out.println(\"spinning\");\nwhile (true) {}");
        code("System.out.println(\"never\");");
        Thread caller = Thread.currentThread();
        RunResult result = RUNNER.run(new Notebook(cells, Json.object()), RunOptions.DEFAULT, event -> {
            if (event instanceof RunEvent.CellOutput) {
                caller.interrupt();
            }
        });
        assertThat(result.ending()).isEqualTo(new RunResult.Interrupted());
        assertThat(texts(result, 0)).startsWith("spinning\n");
        assertThat(outputs(result, 1)).isEmpty();
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void aCellThatEndsTheKernelIsNamed() {
        code("System.out.println(\"before\");");
        code("Runtime.getRuntime().halt(9);");
        RunResult result = run(RunOptions.DEFAULT);
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        RunResult.KernelLost.class,
                        lost -> assertThat(lost.message())
                                .startsWith("the kernel died while cell 2 ran: it ended with exit code 9"));
        assertThat(texts(result, 0)).containsExactly("before\n");
    }

    private RunResult run(RunOptions options) {
        return RUNNER.run(new Notebook(cells, Json.object()), options, _ -> {});
    }

    private void prose(String markdown) {
        cells.add(new Cell.Markdown("cell-" + cells.size(), markdown, Json.object(), Json.object()));
    }

    private void code(String source, String... tags) {
        ObjectNode metadata = Json.object();
        List.of(tags).forEach(metadata.withArray("tags")::add);
        cells.add(new Cell.Code("cell-" + cells.size(), source, metadata, OptionalInt.empty(), List.of()));
    }

    private static List<Output> outputs(RunResult result, int cell) {
        return ((Cell.Code) result.notebook().cells().get(cell)).outputs();
    }

    private static List<String> texts(RunResult result, int cell) {
        return outputs(result, cell).stream().map(Output::text).toList();
    }
}
