package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OpTest {
    static List<Path> ops() {
        return Examples.in("ops");
    }

    @ParameterizedTest
    @MethodSource("ops")
    void everyExampleParsesAndEachOfItsPresetsIsATask(Path path) {
        var op = Op.parse(Examples.text(path));
        assertThat(path.getFileName()).hasToString(op.name() + ".yaml");
        for (var preset : op.presets().keySet()) {
            var task = Task.of(op, preset, null, Examples.TWO_CORES);
            assertThat(task.readBytes()).isPositive();
            assertThat(task.floorReadBytes()).isPositive().isLessThanOrEqualTo(task.readBytes());
            assertThat(task.writeBytes()).isPositive();
            assertThat(task.flops()).isGreaterThanOrEqualTo(0);
            assertThat(task.totalBytes()).isPositive();
            assertThat(op.reference().units().eval(task)).isPositive();
        }
    }

    @Test
    void softmaxReadsAsItIsWritten() {
        var op = Examples.op("softmax");
        assertThat(op.doc()).isEqualTo("y[r,:] = exp(x[r,:] - max) / sum");
        assertThat(op.dtypes()).hasSize(3).first().isEqualTo(Map.of("T", DType.F32));
        assertThat(op.symbol("rows").orElseThrow().collapse()).contains(Symbol.Collapse.LEADING);
        assertThat(op.output("y").orElseThrow().normAxes()).containsExactly(1);
        assertThat(op.reference().team()).isTrue();
        assertThat(op.inputsExtra())
                .containsExactly(new ExtraInput("saturating", Map.of("x", new Distribution.Uniform(-80, 80))));
        assertThat(op.presets().keySet()).containsExactly("wide", "gemma.vocab");
        assertThat(op.shapeUsage()).isEqualTo("rows x cols");
        assertThat(op.shapeExample()).contains("16384x8192");
    }

    @Test
    void theOpChangesTheToleranceOnlyForTheDtypesItNames() {
        var op = Examples.op("softmax");
        var defaults = new Tolerance(1e-3, 1e-2);
        assertThat(Task.of(op, "8x8", "f32", Examples.TWO_CORES).tolerance(defaults))
                .isEqualTo(new Tolerance(1e-3, 1e-5));
        assertThat(Task.of(op, "8x8", "f16", Examples.TWO_CORES).tolerance(defaults))
                .isEqualTo(defaults);
    }

    @Test
    void attributesHaveTypesAndDefaultsThatMayBeFormulas() {
        var task = Task.of(Examples.op("attention"), null, null, Examples.TWO_CORES);
        assertThat(task.attributes().get("scale")).isEqualTo(1 / Math.sqrt(128));
        assertThat(task.attributes().get("causal")).isEqualTo(1L);
        assertThat(task.flops()).isEqualTo(4.0 * 32 * 128 * (2048L * 2048 - 2048L * 2047 / 2));
        var seed = Examples.op("dropout").attribute("seed").orElseThrow();
        assertThat(seed.draw()).isTrue();
        assertThat(seed.type()).isEqualTo(Attribute.Type.U64);
    }

    @Test
    void flagsOfJudgingAreTheOutputs() {
        assertThat(Examples.op("embedding").output("y").orElseThrow().exact()).isTrue();
        assertThat(Examples.op("topk").output("idx").orElseThrow().witness()).isTrue();
        assertThat(Examples.op("matmul").output("c").orElseThrow().mag()).isTrue();
        assertThat(Examples.op("dropout").output("y").orElseThrow().coins()).contains(Expr.parseReal("1-p"));
        assertThat(Examples.op("dropout").input("x").orElseThrow().nonzero()).isTrue();
    }

    @Test
    void aRangeMayNameSymbols() {
        var task = Task.of(Examples.op("embedding"), "16x100x8", null, Examples.TWO_CORES);
        assertThat(task.range("ids")).contains(new Range(0, 99));
        assertThat(task.range("table")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "doc:; dco:; dco is not a field here. Did you mean doc?",
                "shape: [rows, cols]}\\noutputs; shpae: [rows, cols]}\\noutputs; inputs.x.shape is missing",
                "norm: [cols]; nrom: [cols]; outputs.y.nrom is not a field here. Did you mean norm?",
                "norm: [cols]; norm: [colz]; outputs.y.norm: 'colz' is not in the shape",
                "collapse: leading; collapse: leadin; symbols.rows.collapse is one of leading, trailing, all, not 'leadin'. Did you mean leading?",
                "read: rows*cols*sizeof(x); red: rows; read is missing",
                "read: rows*cols*sizeof(x); read: rows*colz; read: column 6: unknown name 'colz'. Did you mean cols?",
                "read: rows*cols*sizeof(x); read: rows*sizeof(z); read: column 6: sizeof(z): unknown tensor 'z'.",
                "read: rows*cols*sizeof(x); read: rows*; read: column 6: expected a number, a name or '(', found the end",
                "flops: 5*rows*cols; flops: 1.5*rows; flops: column 2: only whole numbers are allowed here",
                "team: true; team: yes; reference.team is true or false, not 'yes'",
                "[{T: f32}, {T: f16}, {T: bf16}]; [{T: f33}]; dtypes[0].T: 'f33' is not a dtype: f64 f32 f16 bf16 e4m3 e5m2 i64 i32 i8 u64 u32 u8 b8. Did you mean f32?",
                "[{T: f32}, {T: f16}, {T: bf16}]; [{T: f32}, {U: f16}]; dtypes[1]: every combination names the same variables, in the same order",
                "[{T: f32}, {T: f16}, {T: bf16}]; []; dtypes: at least one combination is needed, as in [{T: f32}]",
                "x: {dtype: T,; x: {dtype: U,; inputs.x.dtype: 'U' is not a dtype and not a variable of dtypes (T).",
                "x: {dtype: T,; rows: {dtype: T,; inputs.rows: the name is taken in symbols",
                "x: {dtype: T,; cores: {dtype: T,; inputs.cores: the name means something else in expressions",
                "rows: 16384; rows: many; presets.wide.rows is a whole number, not 'many'",
                "rows: 16384; rows: 0; presets.wide.rows is at least 1, not 0",
                "T: f32, from; T: i8, from; presets.wide: its dtypes are not a listed combination",
                "units: rows; unit: rows; reference.units is missing",
                "rel: 1e-5; rel: small; tolerance.T=f32.rel is a number, not 'small'",
                "dist: uniform; dist: flat; inputs_extra[0].x.dist is one of uniform, normal, constant, not 'flat'"
            })
    void aWrongFieldIsNamedByItsPath(String was, String is, String message) {
        var text = Examples.opText("softmax");
        var wrong = text.replace(was.replace("\\n", "\n"), is.replace("\\n", "\n"));
        assertThat(wrong).isNotEqualTo(text);
        assertThatThrownBy(() -> Op.parse(wrong))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{rows: ; {rows: &a ; line 4, column 47: aliases",
                "op: softmax; op: [softmax; not YAML",
                "op: softmax; op: softmax\\nop: matmul; op"
            })
    void whatIsNotPlainYamlIsRefused(String was, String is, String part) {
        var text = Examples.opText("softmax").replace(was, is.replace("\\n", "\n"));
        if (part.contains("aliases")) text = text.replace("cols: {}", "cols: *a");
        var wrong = text;
        assertThatThrownBy(() -> Op.parse(wrong))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(part);
    }

    @Test
    void anEmptyOrShapelessDocumentIsRefused() {
        assertThatThrownBy(() -> Op.parse("")).isInstanceOf(SpecException.class).hasMessage("the YAML is empty");
        assertThatThrownBy(() -> Op.parse("- a\n- b")).isInstanceOf(SpecException.class);
        assertThatThrownBy(() -> Op.parse("softmax")).isInstanceOf(SpecException.class);
    }

    @Test
    void letMayNameOnlyWhatComesBefore() {
        var text = Examples.opText("softmax").replace("inputs:", "let: {half: quarter*2, quarter: cols/4}\ninputs:");
        assertThatThrownBy(() -> Op.parse(text)).hasMessage("let.half: column 1: unknown name 'quarter'.");
        var good = Op.parse(text.replace("half: quarter*2, quarter: cols/4", "quarter: cols/4, half: quarter*2"));
        assertThat(Task.of(good, "4x64", null, Examples.TWO_CORES).value("half"))
                .hasValue(32);
    }

    @Test
    void deepYamlIsRefusedBeforeAnyStackOverflows() {
        for (var text : List.of("[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000)))
            assertThatThrownBy(() -> Op.parse(text)).isInstanceOf(SpecException.class);
    }
}
