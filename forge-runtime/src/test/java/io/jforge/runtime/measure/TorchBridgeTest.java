package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.device.BufferSpec;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.device.InputFile;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The real bridge in a real PyTorch, whatever its version, on the processor.
@Tag("torch")
@Timeout(120)
class TorchBridgeTest {
    private static final String OP = """
            op: twice
            dtypes: [{T: f32}, {T: bf16}, {T: f16}, {T: i64}]
            symbols: {rows: {}, cols: {}}
            inputs: {x: {dtype: T, shape: [rows, cols], strides: any, range: [0, 100]}}
            outputs: {y: {dtype: T, shape: [rows, cols]}}
            read: rows*cols*sizeof(x)
            write: rows*cols*sizeof(y)
            flops: 1
            reference: {units: rows}
            torch: "%s"
            presets: {p: {rows: 33, cols: 65, T: %s, strides: {x: %s}, from: synthetic}}
            """;

    @TempDir
    Path folder;

    private TorchBridge bridge;

    @AfterEach
    void end() {
        if (bridge != null) bridge.close();
    }

    private static Path python() {
        if (new Pythons(System.getenv()).withTorch("") instanceof Had.Got<Path>(Path python)) return python;
        throw new AssertionError("no Python with PyTorch, yet the torch tests were not skipped");
    }

    private static Task task(String expression, String dtype, String strides) {
        var op = Op.parse(OP.formatted(expression, dtype, strides));
        return Task.of(op, null, null, Compilers.SOFTMAX.target());
    }

    private Baseline baseline(BaselineKind kind, Task task) {
        if (bridge == null) bridge = new TorchBridge(python(), folder, task, System.getenv());
        return bridge.baseline(kind);
    }

    private static final List<List<Fill>> SETS = List.of(
            List.of(Fill.uniform(1, 0, 100)), List.of(Fill.uniform(2, 0, 100)), List.of(Fill.uniform(3, 0, 100)));

    private static String why(Had<?> had) {
        return had instanceof Had.Missing<?>(String why) ? why : "it can be had";
    }

    private static <T> T got(Had<T> had) {
        if (had instanceof Had.Got<T>(T value)) return value;
        throw new AssertionError(why(had));
    }

    @ParameterizedTest
    @CsvSource({"f32", "bf16", "f16", "i64"})
    void itsInputsAreTheWorkersByteForByte(String dtype) throws IOException {
        var task = task("x.clone()", dtype, "[cols, 1]");
        var outputs = got(baseline(BaselineKind.EAGER, task).prepare(SETS)).outputs();
        var input = Verifier.layout(task).stream()
                .filter(spec -> spec.role() == BufferSpec.Role.INPUT)
                .toList();
        var file = folder.resolve("again");
        long bytes = InputFile.write(file, input, SETS.getFirst()).getFirst().bytes();
        assertThat(Files.readAllBytes(outputs)).hasSize((int) bytes).isEqualTo(head(file, bytes));
    }

    private static byte[] head(Path file, long bytes) throws IOException {
        return java.util.Arrays.copyOf(Files.readAllBytes(file), (int) bytes);
    }

    @Test
    void stridesAreKept() throws IOException {
        var straight = task("x.clone()", "i64", "[cols, 1]");
        var rows = Files.readAllBytes(
                got(baseline(BaselineKind.EAGER, straight).prepare(SETS)).outputs());
        bridge.close();
        bridge = null;
        var columns = Files.readAllBytes(got(baseline(BaselineKind.EAGER, task("x.clone()", "i64", "[1, rows]"))
                        .prepare(SETS))
                .outputs());
        // element (0, 1) lies one column of 33 numbers further on
        assertThat(java.util.Arrays.copyOfRange(columns, 8, 16))
                .isEqualTo(java.util.Arrays.copyOfRange(rows, 33 * 8, 34 * 8));
    }

    @Test
    void asManySamplesAsAreAskedForEachTakesSomeTime() {
        var eager = baseline(BaselineKind.EAGER, task("x + x", "f32", "[cols, 1]"));
        assertThat(got(eager.prepare(SETS)).warmUpSeconds()).isPositive();
        assertThat(got(eager.sample(7, Cache.COLD))).hasSize(7).allMatch(nanos -> nanos > 0 && nanos < 1_000_000_000L);
        assertThat(bridge.facts()).containsKeys("pytorch", "python").containsEntry("pytorch threads", "2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x[:, :3] | the expression gives y as [33, 3], the op as [33, 65]",
                "x.double() | the expression gives y as torch.float64, the op as f32",
                "(x, x) | the expression gives 2 tensors, the op has 1 outputs",
                "x + z | NameError: name 'z' is not defined",
                "x + | SyntaxError",
            })
    void anExpressionThatIsNotTheOpIsSaidToBe(String expression, String why) {
        var had = baseline(BaselineKind.EAGER, task(expression, "f32", "[cols, 1]"))
                .prepare(SETS);
        assertThat(why(had)).contains(why);
    }

    @Test
    void symbolsAreNumbersInTheExpression() {
        got(baseline(BaselineKind.EAGER, task("x.reshape(cols, rows).reshape(rows, cols)", "f32", "[cols, 1]"))
                .prepare(SETS));
    }

    @Test
    void anOpWithoutAnExpressionHasNoPyTorchBaseline() {
        var had = baseline(BaselineKind.EAGER, task("", "f32", "[cols, 1]")).prepare(SETS);
        assertThat(why(had)).contains("no PyTorch expression");
    }

    @Test
    void whatThisPyTorchLacksIsSaid() {
        var compiled = baseline(BaselineKind.COMPILE, task("x + x", "f32", "[cols, 1]"));
        var had = compiled.prepare(SETS);
        var version = bridge.facts().get("pytorch");
        if (version.startsWith("1."))
            assertThat(why(had)).isEqualTo("PyTorch " + version + " has no torch.compile: 2.0 or newer has");
        else assertThat(got(compiled.sample(3, Cache.WARM))).hasSize(3);
    }

    @Test
    void aLostProcessCostsOneAnswerAndNoMore() throws IOException {
        var expression = "x + x if not __import__('os').path.exists('die') else __import__('os')._exit(3)";
        var eager = baseline(BaselineKind.EAGER, task(expression, "f32", "[cols, 1]"));
        got(eager.prepare(SETS));
        var die = Files.createFile(folder.resolve("die"));
        assertThat(why(eager.sample(3, Cache.WARM))).startsWith("the PyTorch process ended with status 3");
        Files.delete(die);
        assertThat(got(eager.sample(3, Cache.WARM))).hasSize(3);
    }

    @Test
    void aGpuThatThisPyTorchCannotUseIsSaid() {
        var cpu = task("x + x", "f32", "[cols, 1]");
        var gpu = new io.jforge.runtime.spec.Target("cuda", "cuda:77", "test", 1, 1 << 20, 1L << 30, "sm_90");
        var task = Task.of(cpu.op(), null, null, gpu);
        var had = baseline(BaselineKind.EAGER, task).prepare(SETS);
        assertThat(why(had)).containsAnyOf("built without CUDA", "finds no GPU", "invalid device ordinal");
        assertThat(why(baseline(BaselineKind.COMPILE, task).prepare(SETS))).isEqualTo(why(had));
    }
}
