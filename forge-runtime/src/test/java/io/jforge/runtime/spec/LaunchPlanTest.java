package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchPlanTest {
    private static final Op SOFTMAX = Examples.op("softmax");

    private static Task softmax(String shape, Target target) {
        return Task.of(SOFTMAX, shape, "f32", target);
    }

    private static Source c(String... statements) {
        return Source.parse("/* forge 1 c softmax\n * " + String.join("\n * ", statements) + "\n */\n");
    }

    private static Source cuda(String... statements) {
        return Source.parse("/* forge 1 cuda softmax\n * " + String.join("\n * ", statements) + "\n */\n");
    }

    private static LaunchPlan plan(Source source) {
        return LaunchPlan.of(source, softmax("16x64", Examples.TWO_CORES), Map.of());
    }

    @Test
    void theCSoftmaxIsPlanned() {
        var source = Examples.source("c/softmax.c");
        var task = softmax("4096x1024", Examples.TWO_CORES);
        assertThat(LaunchPlan.admits(source, task, source.defaults())).isTrue();
        var plan = LaunchPlan.of(source, task, Map.of("UN", 4L, "THREADS", 1L));
        assertThat(plan.defines()).isEqualTo(Map.of("UN", 4L, "THREADS", 1L));
        assertThat(plan.scratch()).isEmpty();
        assertThat(plan.launches())
                .containsExactly(new PlannedLaunch(
                        "softmax",
                        OptionalInt.of(1),
                        List.of(),
                        List.of(),
                        List.of(),
                        0,
                        false,
                        false,
                        false,
                        List.of(
                                new PlannedArg.Buffer("x"),
                                new PlannedArg.Buffer("y"),
                                new PlannedArg.I64(4096),
                                new PlannedArg.I64(1024))));
        assertThat(LaunchPlan.of(source, task, source.defaults())
                        .launches()
                        .getFirst()
                        .threads())
                .hasValue(2);
    }

    @Test
    void theCSoftmaxAppliesToFourByteElementsOnly() {
        var source = Examples.source("c/softmax.c");
        var half = Task.of(SOFTMAX, "8x8", "f16", Examples.TWO_CORES);
        assertThat(LaunchPlan.admits(source, half, source.defaults())).isFalse();
        assertThatThrownBy(() -> LaunchPlan.of(source, half, source.defaults()))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "line 4, column 12: the source does not apply to softmax 8x8 f16: it requires sizeof(x) == 4");
    }

    @Test
    void theCudaSoftmaxIsPlanned() {
        var source = Examples.source("cu/softmax_row.cu");
        var task = softmax("16384x8192", Examples.GPU);
        var plan = LaunchPlan.of(source, task, Map.of("TPB", 256L, "VEC", 4L));
        assertThat(plan.defines()).containsExactly(Map.entry("TPB", 256L), Map.entry("VEC", 4L), Map.entry("REG", 8L));
        assertThat(plan.launches())
                .containsExactly(new PlannedLaunch(
                        "softmax",
                        OptionalInt.empty(),
                        List.of(16384L, 1L, 1L),
                        List.of(256L, 1L, 1L),
                        List.of(1L, 1L, 1L),
                        0,
                        false,
                        false,
                        false,
                        List.of(new PlannedArg.Buffer("x"), new PlannedArg.Buffer("y"), new PlannedArg.I32(8192))));
    }

    @Test
    void requiresRuleOutAssignments() {
        var source = Examples.source("cu/softmax_row.cu");
        var odd = softmax("16x8190", Examples.GPU);
        var admitted = source.assignments().stream()
                .filter(a -> LaunchPlan.admits(source, odd, a))
                .toList();
        assertThat(admitted).extracting(a -> a.get("VEC")).containsOnly(1L, 2L);
        assertThat(LaunchPlan.admits(source, odd, source.defaults())).isFalse();
    }

    @Test
    void aRequireRulesOutWhatWouldNotEvaluateBelowIt() {
        var source = c(
                "tune TPB in 128",
                "require cols >= TPB",
                "const PER = cols/(cols/TPB)",
                "require PER >= 1",
                "launch f");
        assertThat(LaunchPlan.admits(source, softmax("4x64", Examples.TWO_CORES), Map.of()))
                .isFalse();
        assertThat(LaunchPlan.admits(source, softmax("4x256", Examples.TWO_CORES), Map.of()))
                .isTrue();
    }

    @Test
    void argumentsHaveTheTypesTheFormatGivesThem() {
        var source = c("launch f args(x, cols, cols + 1, i64(rows), u32(4294967295), u64(cols), f32(cols), f64(cols))");
        assertThat(plan(source).launches().getFirst().args())
                .containsExactly(
                        new PlannedArg.Buffer("x"),
                        new PlannedArg.I32(64),
                        new PlannedArg.I32(65),
                        new PlannedArg.I64(16),
                        new PlannedArg.U32(-1),
                        new PlannedArg.U64(64),
                        new PlannedArg.F32(64),
                        new PlannedArg.F64(64));
    }

    @Test
    void attributesPassAsTheirOwnTypes() {
        var source = Examples.source("cu/dropout.cu");
        var task = Task.of(Examples.op("dropout"), "4096", "f32", Examples.GPU).withAttributes(Map.of("seed", -1L));
        assertThat(LaunchPlan.of(source, task, Map.of()).launches().getFirst().args())
                .endsWith(new PlannedArg.I64(1024), new PlannedArg.F32(0.1f), new PlannedArg.U64(-1));
        var attention = Task.of(Examples.op("attention"), null, null, Examples.GPU);
        var double64 =
                Source.parse("/* forge 1 cuda attention\n launch f grid(1) block(1) args(f64(scale), causal) */");
        assertThat(LaunchPlan.of(double64, attention, Map.of())
                        .launches()
                        .getFirst()
                        .args())
                .containsExactly(new PlannedArg.F64(1 / Math.sqrt(128)), new PlannedArg.I32(1));
    }

    @Test
    void aLaunchWhoseWhenIsFalseIsLeftOut() {
        var source = c("launch f when(rows > 100) args(x)", "launch g when(rows <= 100) args(x)");
        assertThat(plan(source).launches()).extracting(PlannedLaunch::entry).containsExactly("g");
        assertThatThrownBy(() -> plan(c("launch f when(0)"))).hasMessage("no launch is left: every 'when' is false");
    }

    @Test
    void scratchHasItsSize() {
        var source = c("scratch part f32[rows*2] zero", "launch f args(part)");
        assertThat(plan(source).scratch()).containsExactly(new PlannedScratch("part", DType.F32, 32, true));
        assertThat(plan(source).launches().getFirst().args()).containsExactly(new PlannedArg.Buffer("part"));
    }

    @Test
    void tensorMapsAreCountedInElements() {
        var source = Source.parse("""
                /* forge 1 cuda matmul
                 * tensormap tb of b dims(k, n) strides(stride(b, 2)) box(64, 128) swizzle(128)
                 * launch gemm grid(1) block(32) args(tb, c)
                 */""");
        var task = Task.of(Examples.op("matmul"), "linear", null, Examples.GPU);
        var plan = LaunchPlan.of(source, task, Map.of());
        assertThat(plan.tensorMaps())
                .containsExactly(new PlannedTensorMap(
                        "tb", "b", List.of(4096L, 4096L), List.of(4096L), List.of(64L, 128L), 128, 0));
        var beyond = Source.parse(source.text().replace("dims(k, n)", "dims(k, n + 1)"));
        assertThatThrownBy(() -> LaunchPlan.of(beyond, task, Map.of()))
                .hasMessage("line 2, column 27: tensormap tb reaches beyond b, which has 16777216 elements");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "launch f args(rows*1000000000); line 2, column 18: rows*1000000000 is 16000000000, which does not fit in i32: write i64(rows*1000000000)",
                "launch f args(u32(0 - 1)); line 2, column 22: 0 - 1 is -1, which does not fit in u32",
                "launch f args(u64(0 - 1)); line 2, column 22: 0 - 1 is -1, which does not fit in u64",
                "launch f args(z); line 2, column 18: unknown name 'z'.",
                "launch f args(colz); line 2, column 18: unknown name 'colz'. Did you mean cols?",
                "launch f args(x + 1); line 2, column 18: x is a tensor: ask sizeof(x), numel(x) ...",
                "const AB = cols/(rows - 16) launch f; line 2, column 19: division by zero",
                "const AB = 9223372036854775807*cols launch f; line 2, column 34: 9223372036854775807 * 64 does not fit in 64 bits",
                "require if(1, 1, colz) launch f; line 2, column 21: unknown name 'colz'. Did you mean cols?",
                "scratch s f32[rows - 16] launch f; line 2, column 18: scratch s is 0: at least 1 is needed",
                "scratch s f64[4611686018427387904] launch f; line 2, column 18: scratch s is too large: 4611686018427387904 elements",
                "launch f threads(0); line 2, column 21: threads is 0: at least 1 is needed",
                "launch f threads(4096); line 2, column 21: threads is 4096: at most 1024 are allowed",
                "scratch x f32[4] launch f; the header declares x, which softmax has already"
            })
    void whatBreaksARuleOfCSourcesIsSaid(String statement, String message) {
        assertThatThrownBy(() -> plan(c(statement)))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "launch f grid(rows/32) block(32); line 2, column 18: grid is 0: at least 1 is needed (when(...) leaves a launch out)",
                "launch f grid(1, 65536) block(32); line 2, column 21: grid is 65536: at most 65535 are allowed there",
                "launch f grid(1) block(0); line 2, column 27: block is 0: at least 1 is needed",
                "launch f grid(1) block(1024, 2); f: a block of 2048 threads is more than 1024",
                "launch f grid(6) block(32) cluster(4); f: a grid of 6 does not divide into clusters of 4",
                "launch f grid(32) block(32) cluster(32); f: a cluster of 32 blocks is more than 16",
                "launch f grid(1) block(32) shared(0 - 4); line 2, column 38: shared is -4: at least 0 is needed"
            })
    void whatBreaksARuleOfCudaSourcesIsSaid(String statement, String message) {
        assertThatThrownBy(() -> plan(cuda(statement)))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @Test
    void aFirstLaunchThatIsLeftOutLeavesNothingToOverlap() {
        var source = cuda("launch f grid(1) block(32) when(0)", "launch g grid(1) block(32) overlap");
        assertThatThrownBy(() -> plan(source)).hasMessage("g is the first launch here and cannot overlap");
    }

    @Test
    void anAssignmentMustBeOneOfTheHeaders() {
        var source = c("tune UN in 8 4", "launch f");
        var task = softmax("4x4", Examples.TWO_CORES);
        assertThatThrownBy(() -> LaunchPlan.of(source, task, Map.of("UN", 5L)))
                .hasMessage("UN = 5 is not among its values [8, 4]");
        assertThatThrownBy(() -> LaunchPlan.of(source, task, Map.of("UM", 8L)))
                .hasMessage("the source has no tunable 'UM'. Did you mean UN?");
        assertThat(LaunchPlan.of(source, task, Map.of()).defines()).isEqualTo(Map.of("UN", 8L));
    }

    @Test
    void aSourceOfAnotherOpIsRefused() {
        var source = Examples.source("cu/argmax_split.cu");
        assertThatThrownBy(() -> LaunchPlan.of(source, softmax("4x4", Examples.GPU), Map.of()))
                .hasMessage("the source computes argmax, not softmax");
    }

    @ParameterizedTest
    @CsvSource({
        "softmax_row, wide, f32, softmax",
        "softmax_cluster, gemma.vocab, f32, softmax",
        "argmax_cluster, 8x262144, f32, argmax",
        "argmax_split, 8x262144, f32, argmax",
        "dropout, 1048576, f32, dropout",
        "embedding, gemma.prefill, bf16, embedding",
        "group_norm_two, sd35.vae, f16, group_norm",
        "group_norm_coop, sd35.vae, f16, group_norm"
    })
    void theExamplesArePlannedWithTheirDefaults(String source, String shape, String dtype, String op) {
        var example = Examples.source("cu/" + source + ".cu");
        var task = Task.of(Examples.op(op), shape, dtype, Examples.GPU);
        assertThat(LaunchPlan.admits(example, task, example.defaults())).isTrue();
        var plan = LaunchPlan.of(example, task, example.defaults());
        assertThat(plan.launches()).hasSameSizeAs(example.header().launches());
        assertThat(plan.defines().keySet()).containsAll(example.defaults().keySet());
    }

    @Test
    void anInputIsWrittenInPlace() {
        var op = Op.parse("""
                op: add_
                dtypes: [{T: f32}]
                symbols: {n: {collapse: all}}
                inputs: {x: {dtype: T, shape: [n]}, y: {dtype: T, shape: [n]}}
                outputs: {out: {dtype: T, shape: [n], inplace: x}}
                read: 2*n*sizeof(x)
                write: n*sizeof(x)
                flops: n
                reference: {units: n}
                """);
        var task = Task.of(op, "1000x1000", null, Examples.GPU);
        assertThat(task.totalBytes()).isEqualTo(8_000_000);
        var source = Examples.source("cu/add_inplace.cu");
        assertThat(LaunchPlan.of(source, task, Map.of()).launches().getFirst().grid())
                .containsExactly(489L, 1L, 1L);
    }

    @Test
    void aFactTheTargetDoesNotHaveIsSaidToBeSo() {
        assertThatThrownBy(() -> plan(c("require smem_max > 0", "launch f")))
                .hasMessage("line 2, column 12: smem_max is not known for this target");
    }

    @Test
    void aLongChainOfConstantsDoesNotRecurse() {
        var statements = new StringBuilder("const C0 = cols");
        for (int i = 1; i <= 3_000; i++) statements.append(" const C%d = C%d + 1".formatted(i, i - 1));
        var plan = plan(c(statements.toString(), "launch f args(C3000)"));
        assertThat(plan.launches().getFirst().args()).containsExactly(new PlannedArg.I32(3_064));
    }
}
