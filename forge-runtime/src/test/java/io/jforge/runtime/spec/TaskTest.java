package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskTest {
    private static Task task(String op, String shape, String dtype) {
        return Task.of(Examples.op(op), shape, dtype, Examples.TWO_CORES);
    }

    /// The catalogue's matmul gives `batch` a default, which the example does not have.
    private static final Op MATMUL = Op.parse(Examples.opText("matmul").replace("batch: {}", "batch: {default: 1}"));

    @Test
    void positionalSizesFillTheSymbolsInOrder() {
        var task = task("softmax", "4096x1024", "f32");
        assertThat(task.symbols()).isEqualTo(Map.of("rows", 4096L, "cols", 1024L));
        assertThat(task.label()).isEqualTo("softmax 4096x1024 f32");
        assertThat(task.inputs()).containsExactly(TensorSpec.contiguous("x", DType.F32, List.of(4096L, 1024L)));
        assertThat(task.readBytes()).isEqualTo(4096L * 1024 * 4);
        assertThat(task.totalBytes()).isEqualTo(2 * 4096L * 1024 * 4);
        assertThat(task.flops()).isEqualTo(5.0 * 4096 * 1024);
    }

    @Test
    void namedSizesComeInAnyOrder() {
        assertThat(task("softmax", " cols = 1024 , rows=4096", "f16")).isEqualTo(task("softmax", "4096x1024", "f16"));
    }

    /// The reference takes them in the order of the op; a header that was written elsewhere may have another.
    @Test
    void symbolsAreInTheOrderOfTheOpAndNoneBesides() {
        var task = task("softmax", "8x16", "f32");
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("cols", 16L);
        sizes.put("rows", 8L);
        assertThat(with(task, sizes).symbols().keySet()).containsExactly("rows", "cols");
        assertThat(with(task, sizes)).isEqualTo(task);
        sizes.put("depth", 2L);
        assertThatThrownBy(() -> with(task, sizes))
                .isInstanceOf(SpecException.class)
                .hasMessage("softmax has no symbol 'depth': it has rows, cols.");
    }

    private static Task with(Task task, Map<String, Long> sizes) {
        return new Task(
                task.op(),
                sizes,
                task.dtypes(),
                Map.of(),
                task.target(),
                Map.of(),
                Set.copyOf(task.op().usualInputs()));
    }

    @Test
    void namedSizesMaySetAttributesToo() {
        var task = task("group_norm", "n=1,c=64,hw=100,groups=8,eps=0.5", "f16");
        assertThat(task.attributes()).isEqualTo(Map.of("groups", 8L, "eps", 0.5));
    }

    @Test
    void moreNumbersFoldIntoTheSymbolThatCollapses() {
        assertThat(task("softmax", "2x3x4x8", "f32").symbols()).isEqualTo(Map.of("rows", 24L, "cols", 8L));
        assertThat(task("group_norm", "1x32x5x7", "f16").symbols()).isEqualTo(Map.of("n", 1L, "c", 32L, "hw", 35L));
        assertThat(task("dropout", "2x3x4", "f32").symbols()).isEqualTo(Map.of("n", 24L));
    }

    @Test
    void aSymbolWithADefaultMayBeLeftOut() {
        var task = Task.of(MATMUL, "512x256x128", "f32", Examples.TWO_CORES);
        assertThat(task.symbols()).isEqualTo(Map.of("batch", 1L, "m", 512L, "n", 256L, "k", 128L));
        assertThat(task.label()).isEqualTo("matmul 512x256x128 f32");
        assertThat(Task.of(MATMUL, "8x512x256x128", "f32", Examples.TWO_CORES).label())
                .isEqualTo("matmul 8x512x256x128 f32");
        assertThat(Task.of(MATMUL, "m=2,n=3,k=4", "f32", Examples.TWO_CORES)
                        .symbols()
                        .get("batch"))
                .isEqualTo(1);
        assertThat(MATMUL.shapeUsage()).isEqualTo("[batch x] m x n x k");
    }

    @Test
    void aPresetGivesSizesAndDtypes() {
        var task = task("softmax", "gemma.vocab", null);
        assertThat(task.shape()).isEqualTo("8x262144");
        assertThat(task.dtypeLabel()).isEqualTo("f32");
        assertThat(task("softmax", "gemma.vocab", "bf16").dtypeLabel()).isEqualTo("bf16");
    }

    @Test
    void aPresetMayGiveStrides() {
        var task = Task.of(MATMUL, "linear", null, Examples.GPU);
        assertThat(task.tensor("b").orElseThrow().strides()).containsExactly(0L, 1L, 4096L);
        assertThat(task.tensor("b").orElseThrow().extent()).isEqualTo(4096L * 4096);
        var smaller = task.withSymbols(Map.of("k", 64L));
        assertThat(smaller.tensor("b").orElseThrow().strides()).containsExactly(0L, 1L, 64L);
    }

    @Test
    void withoutAShapeTheFirstPresetOfTheDtypeIsTaken() {
        assertThat(task("softmax", null, null).label()).isEqualTo("softmax 16384x8192 f32");
        assertThat(task("matmul", null, "f32").label()).isEqualTo("matmul 1x4096x4096x4096 f32");
        assertThat(task("argmax", null, "bf16").label()).isEqualTo("argmax 8x262144 bf16/i64");
    }

    @Test
    void aDtypeChoosesAmongTheListedCombinations() {
        assertThat(task("group_norm", "1x32x64", "f16").dtypes()).isEqualTo(Map.of("T", DType.F16, "W", DType.F16));
        assertThat(task("group_norm", "1x32x64", "T=f16,W=f32").dtypes())
                .isEqualTo(Map.of("T", DType.F16, "W", DType.F32));
        assertThat(task("matmul", "1x2x3x4", "e4m3").tensor("c").orElseThrow().dtype())
                .isEqualTo(DType.BF16);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "softmax; 1024; \"softmax takes rows x cols, e.g. 16384x8192; got 1 number\"",
                "matmul; 1x2x3x4x5; \"matmul takes batch x m x n x k, e.g. 1x4096x4096x4096; got 5 numbers\"",
                "softmax; 0x4; rows is at least 1, not 0",
                "softmax; 4x-4; cols is at least 1, not -4",
                "softmax; -4x4; rows is at least 1, not -4",
                "softmax; 4xabc; 'abc' in the shape '4xabc' is not a whole number",
                "softmax; 4x; '' in the shape '4x' is not a whole number",
                "softmax; 4.5x2; '4.5' in the shape '4.5x2' is not a whole number",
                "softmax; 99999999999999999999x2; 99999999999999999999 in the shape does not fit in 64 bits",
                "softmax; 9999999999x9999999999x2; rows is too large: the numbers that make it do not fit in 64 bits",
                "softmax; 4000000000x4000000000; x is too large: 4000000000 x 4000000000 elements of f32 are more than 64 bits can count",
                "softmax; wied; \"'wied' is not a shape: softmax takes rows x cols, e.g. 16384x8192, or a preset (wide, gemma.vocab). Did you mean wide?\"",
                "softmax; \" \"; the shape is empty: softmax takes rows x cols, e.g. 16384x8192",
                "softmax; rows=4; cols is missing from the shape: softmax takes rows x cols, e.g. 16384x8192",
                "softmax; row=4,cols=4; softmax has no symbol 'row': it has rows, cols. Did you mean rows?",
                "softmax; rows=4,rows=4; rows is given twice",
                "softmax; rows=4,cols; 'cols' in the shape is not NAME=NUMBER",
                "softmax; rows=4,cols=x; cols is a whole number, not 'x'",
                "softmax; rows=4,cols=0; cols is at least 1, not 0",
                "softmax; rows=4,cols=99999999999999999999; 99999999999999999999 in the shape does not fit in 64 bits",
                "group_norm; 1x33x64; group_norm needs c % groups == 0 (c = 33, groups = 32)",
                "group_norm; n=1,c=32,hw=4,groups=many; groups is a whole number, not 'many'"
            })
    void aBadShapeSaysWhatIsWrong(String op, String shape, String message) {
        assertThatThrownBy(() -> task(op, shape, null))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "softmax; i32; softmax is not for i32: it takes f32, f16, bf16",
                "softmax; f23; 'f23' is not a dtype: f64 f32 f16 bf16 e4m3 e5m2 i64 i32 i8 u64 u32 u8 b8. Did you mean f32?",
                "group_norm; T=f32,W=f16; group_norm is not for T=f32,W=f16: it takes T=f32,W=f32 or T=f16,W=f16 or T=f16,W=f32",
                "group_norm; V=f32; 'V=f32' is not a dtype of group_norm: write T=f32"
            })
    void aBadDtypeSaysWhatThereIs(String op, String dtype, String message) {
        assertThatThrownBy(() -> task(op, null, dtype))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @Test
    void theTotalOfAllTensorsMustFitIn64Bits() {
        assertThatThrownBy(() -> task("softmax", "1500000000x1500000000", "f32"))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "softmax 1500000000x1500000000 f32 is too large: its tensors are more bytes than 64 bits can count");
        assertThat(task("softmax", "1000000000x1000000000", "f32").totalBytes()).isEqualTo(8_000_000_000_000_000_000L);
    }

    @Test
    void anOpWithoutPresetsAsksForAShape() {
        var text = Examples.opText("softmax");
        var op = Op.parse(text.substring(0, text.indexOf("presets:")));
        assertThatThrownBy(() -> Task.of(op, null, null, Examples.TWO_CORES))
                .hasMessage("softmax has no presets: give a shape, rows x cols");
        assertThatThrownBy(() -> Task.of(op, "4", null, Examples.TWO_CORES))
                .hasMessage("softmax takes rows x cols; got 1 number");
    }

    @Test
    void anotherShapeIsCheckedLikeTheFirst() {
        var task = task("group_norm", "1x32x64", "f16");
        assertThat(task.withSymbols(Map.of("c", 96L)).symbols()).isEqualTo(Map.of("n", 1L, "c", 96L, "hw", 64L));
        assertThatThrownBy(() -> task.withSymbols(Map.of("c", 33L)))
                .hasMessage("group_norm needs c % groups == 0 (c = 33, groups = 32)");
        assertThatThrownBy(() -> task.withSymbols(Map.of("d", 33L)))
                .hasMessageStartingWith("group_norm has no symbol 'd'");
    }

    @Test
    void anAttributeThatFollowsTheShapeFollowsItToAnotherOne() {
        var task = task("attention", null, null);
        assertThat(task.withSymbols(Map.of("d", 64L)).attributes().get("scale")).isEqualTo(0.125);
        var fixed = task.withAttributes(Map.of("scale", 2.0));
        assertThat(fixed.withSymbols(Map.of("d", 64L)).attributes().get("scale"))
                .isEqualTo(2.0);
    }

    @Test
    void optionalInputsAreThereWhereTheBaselineHasThem() {
        assertThat(task("group_norm", "1x32x64", "f16")
                        .tensor("bias")
                        .orElseThrow()
                        .present())
                .isTrue();
        var matmul = task("matmul", "1x4x4x4", "f32");
        assertThat(matmul.tensor("bias").orElseThrow().present()).isFalse();
        assertThat(matmul.totalBytes()).isEqualTo(3 * 16 * 4);
        assertThat(matmul.withOptional(Set.of("bias")).totalBytes()).isEqualTo(3 * 16 * 4 + 4 * 4);
    }

    @Test
    void theTargetsFactsAreInScope() {
        assertThat(task("softmax", "4x4", null).value("cores")).hasValue(2);
        assertThat(task("softmax", "4x4", null).value("l2_bytes")).hasValue(32L << 20);
        assertThat(task("softmax", "4x4", null).value("sm_count")).isEmpty();
        assertThat(Task.of(MATMUL, "4x4x4", null, Examples.GPU).value("sm_count"))
                .hasValue(132);
    }

    @Test
    void aTensorIsNamedWhateverItsNameIs() {
        var op = Op.parse(Examples.opText("matmul")
                .replace("c: {dtype: O, shape: [batch, m, n]", "c: {dtype: O, shape: [batch, m, n/(k-1)]")
                .replace("norm: [n], ", ""));
        assertThatThrownBy(() -> Task.of(op, "1x2x3x1", "f32", Examples.TWO_CORES))
                .hasMessage("c: column 2: division by zero");
    }

    @Test
    void aTaskIsCheckedHoweverItIsMade() {
        var op = Examples.op("softmax");
        assertThatThrownBy(() -> new Task(
                        op, Map.of("rows", 4L), Map.of("T", DType.F32), Map.of(), Examples.GPU, Map.of(), Set.of()))
                .hasMessage("softmax needs a size for cols");
    }
}
