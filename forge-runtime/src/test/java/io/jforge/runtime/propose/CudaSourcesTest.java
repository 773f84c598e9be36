package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.Rewrites;
import io.jforge.runtime.spec.Arch;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The catalogue's CUDA sources on machines without a GPU: they parse, are planned, and compile.
class CudaSourcesTest {
    private static final Catalogue CATALOGUE = new Catalogue();
    private static final Target HOPPER = new Target("cuda", "cuda:0", "test", 132, 50L << 20, 140L << 30, "sm_90a");
    private static final List<String> DTYPES = List.of("f32", "f16", "bf16");
    private static final List<Long> SIZES = List.of(1L, 7L, 16L, 33L, 128L, 1000L);
    private static final int PATIENCE_SECONDS = 120;

    /// A source of the catalogue, and the dtypes it is for.
    private record Text(String op, String label, Source source, List<String> dtypes) {
        @Override
        public String toString() {
            return op + " " + label;
        }
    }

    static List<String> ops() {
        return CATALOGUE.names();
    }

    static Stream<Text> texts() {
        return ops().stream().flatMap(CudaSourcesTest::texts);
    }

    private static Stream<Text> texts(String op) {
        var entry = CATALOGUE.find(op);
        var naive = new Text(op, "naive.cu", entry.naive(Language.CUDA), DTYPES);
        return Stream.concat(
                Stream.of(naive),
                entry.rewrites().templates().stream()
                        .filter(template -> template.language() == Language.CUDA)
                        .flatMap(template -> texts(op, template)));
    }

    private static Stream<Text> texts(String op, Rewrites.Template template) {
        var proposer = new RewriteProposer(CATALOGUE.find(op).rewrites(), task(op, null, "f32"), Language.CUDA);
        var dtypes = DTYPES.stream().filter(template.dtypes()::contains).toList();
        return recipes(template).map(recipe -> new Text(op, recipe.toString(), proposer.render(recipe), dtypes));
    }

    private static Stream<Recipe> recipes(Rewrites.Template template) {
        Stream<Map<String, String>> all = Stream.of(Map.of());
        for (var choice : template.choices().entrySet())
            all = all.flatMap(chosen -> choice.getValue().keySet().stream().map(value -> {
                Map<String, String> more = new LinkedHashMap<>(chosen);
                more.put(choice.getKey(), value);
                return more;
            }));
        return all.filter(template::isLegal).map(chosen -> new Recipe(template.file(), chosen));
    }

    private static Task task(String op, String shape, String dtype) {
        return Task.of(CATALOGUE.find(op).op(), shape, dtype, HOPPER);
    }

    /// Every preset in these dtypes, and what is small or odd.
    private static List<Task> tasks(Text text) {
        var tasks = new ArrayList<Task>();
        for (var dtype : text.dtypes()) {
            for (var preset : CATALOGUE.find(text.op()).op().presets().keySet())
                tasks.add(task(text.op(), preset, dtype));
            tasks.addAll(small(task(text.op(), null, dtype)));
        }
        return tasks;
    }

    private static List<Task> small(Task task) {
        var tasks = new ArrayList<Task>();
        for (int first = 0; first < SIZES.size(); first++)
            for (int step = 0; step < 2; step++) {
                Map<String, Long> sizes = new HashMap<>();
                int at = first;
                for (var symbol : task.symbols().keySet()) {
                    sizes.put(symbol, SIZES.get(at % SIZES.size()));
                    at += step;
                }
                tasks.add(task.withSymbols(sizes));
            }
        return tasks;
    }

    private static Optional<LaunchPlan> plan(Source source, Task task, Map<String, Long> assignment) {
        return LaunchPlan.admits(source, task, assignment)
                ? Optional.of(LaunchPlan.of(source, task, assignment))
                : Optional.empty();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void isPlannedWhereverItsRequirementsHold(Text text) {
        text.source().check(CATALOGUE.find(text.op()).op());
        assertThat(text.source().text()).doesNotContain("{{", "}}");
        for (var dtype : text.dtypes())
            assertThat(tasks(text).stream()
                            .filter(task -> task.dtypeLabel().equals(dtype))
                            .flatMap(task -> text.source().assignments().stream()
                                    .flatMap(point -> plan(text.source(), task, point).stream())))
                    .as(dtype)
                    .isNotEmpty();
    }

    /// A binary is compiled for the task's own shape and verified on others: what it was compiled with must not
    /// depend on the shape.
    @ParameterizedTest
    @MethodSource("texts")
    void aBinaryServesEveryShapeThatItsSourceAdmits(Text text) {
        for (var point : text.source().assignments())
            for (var dtype : text.dtypes())
                assertThat(tasks(text).stream()
                                .filter(task -> task.dtypeLabel().equals(dtype))
                                .filter(task -> task.strides().isEmpty())
                                .flatMap(task -> plan(text.source(), task, point).stream())
                                .map(LaunchPlan::defines)
                                .distinct())
                        .as("%s %s", dtype, point)
                        .hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("ops")
    void theNaiveSourceAdmitsEveryPresetAndOddSizes(String op) {
        var naive = CATALOGUE.find(op).naive(Language.CUDA);
        assertThat(tasks(new Text(op, "naive.cu", naive, DTYPES)))
                .allSatisfy(task -> assertThat(plan(naive, task, Map.of())).isPresent());
    }

    @ParameterizedTest
    @MethodSource("ops")
    void fromThirtyToSixtySourcesCanBeMade(String op) {
        assertThat(texts(op)).hasSizeBetween(30, 60);
    }

    /// Of every template the recipe with all choices at their last values, and the naive sources.
    @Test
    void aSampleCompiles(@TempDir Path folder) throws Exception {
        var nvcc = nvcc();
        assumeThat(nvcc).as("needs nvcc on PATH").isPresent();
        var sample = new LinkedHashMap<String, Text>();
        texts().forEach(text -> sample.put(text.op() + " " + text.label().split(" ", 2)[0], text));
        for (var text : sample.values()) compile(nvcc.orElseThrow(), folder, text);
    }

    private static Optional<Path> nvcc() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "nvcc"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void compile(Path nvcc, Path folder, Text text) throws IOException, InterruptedException {
        var plan = tasks(text).stream()
                .flatMap(task -> text.source().assignments().stream()
                        .flatMap(point -> plan(text.source(), task, point).stream()))
                .findFirst()
                .orElseThrow(() -> new SpecException(text + " admits nothing"));
        var command = new ArrayList<>(List.of(
                nvcc.toString(),
                "-cubin",
                "-Werror=all-warnings",
                "-arch=" + text.source().header().arch().map(Arch::name).orElse("sm_80"),
                "-include",
                Path.of("src/main/resources/prelude/forge.cuh").toAbsolutePath().toString()));
        plan.defines().forEach((name, value) -> command.add("-D" + name + "=" + value));
        Files.writeString(folder.resolve("candidate.cu"), text.source().text());
        command.addAll(List.of("candidate.cu", "-o", "candidate.cubin"));
        var said = folder.resolve("said.txt");
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("%s in time", text)
                .isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", text, Files.readString(said))
                .isZero();
    }
}
