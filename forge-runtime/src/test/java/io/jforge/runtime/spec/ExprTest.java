package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExprTest {
    private static final TensorSpec X = TensorSpec.contiguous("x", DType.F32, List.of(6L, 8L));
    private static final TensorSpec WIDE = new TensorSpec("wide", DType.F16, List.of(6L, 8L), List.of(10L, 1L), true);
    private static final TensorSpec BIAS =
            TensorSpec.contiguous("bias", DType.BF16, List.of(8L)).absent();

    private static final Scope SCOPE = new Scope() {
        private final Map<String, Long> values =
                Map.of("rows", 6L, "cols", 8L, "big", Long.MAX_VALUE, "least", Long.MIN_VALUE, "zero", 0L);

        @Override
        public OptionalLong value(String name) {
            return values.containsKey(name) ? OptionalLong.of(values.get(name)) : OptionalLong.empty();
        }

        @Override
        public Optional<TensorSpec> tensor(String name) {
            return List.of(X, WIDE, BIAS).stream()
                    .filter(t -> t.name().equals(name))
                    .findFirst();
        }

        @Override
        public Optional<DType> dtype(String name) {
            return name.equals("T") ? Optional.of(DType.F32) : Optional.empty();
        }

        @Override
        public OptionalDouble real(String name) {
            return name.equals("p") ? OptionalDouble.of(0.25) : OptionalDouble.empty();
        }

        @Override
        public List<String> names() {
            return List.copyOf(values.keySet());
        }
    };

    private static long eval(String text) {
        return Expr.parse(text).eval(SCOPE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            quoteCharacter = '"',
            value = {
                "1 + 2*3 = 7",
                "(1 + 2)*3 = 9",
                "10 - 4 - 3 = 3",
                "48/4/3 = 4",
                "100/7*7 = 98",
                "17 % 5 * 2 = 4",
                "2 - -3 = 5",
                "--3 = 3",
                "!0 + 1 = 2",
                "!rows = 0",
                "!!rows = 1",
                "-rows*2 = -12",
                "1 + 2 < 4 = 1",
                "1 < 2 && 3 > 4 = 0",
                "1 || 0 && 0 = 1",
                "0 && 0 || 1 = 1",
                "5 && 7 = 1",
                "-7/2 = -4",
                "7/-2 = -4",
                "-7 % 2 = 1",
                "rows*cols = 48"
            })
    void operatorsBindAsTheGrammarSays(String text, long expected) {
        assertThat(eval(text)).isEqualTo(expected);
    }

    @Test
    void comparisonsAreZeroOrOne() {
        assertThat(eval("rows == 6")).isEqualTo(1);
        assertThat(eval("rows != 6")).isEqualTo(0);
        assertThat(eval("rows <= 6")).isEqualTo(1);
        assertThat(eval("rows >= 7")).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "ceildiv(9, 4) = 3",
                "ceildiv(8, 4) = 2",
                "ceildiv(-9, 4) = -2",
                "min(3, 2) = 2",
                "max(3, 2, 9) = 9",
                "pow2ceil(1) = 1",
                "pow2ceil(5) = 8",
                "pow2ceil(8) = 8",
                "log2(1) = 0",
                "log2(9) = 3",
                "if(rows, 1, 2) = 1",
                "if(rows > 6, 1, 2) = 2",
                "sizeof(x) = 4",
                "numel(x) = 48",
                "extent(wide) = 58",
                "stride(wide, 0) = 10",
                "stride(x, 2 - 1) = 1",
                "has(x) = 1",
                "has(bias) = 0",
                "sizeof(bias) = 2"
            })
    void functionsGiveTheirValues(String text, long expected) {
        assertThat(eval(text)).isEqualTo(expected);
    }

    @Test
    void dtypesAreComparedWithTheirNamesVariablesAndOneAnother() {
        assertThat(eval("dtype(x) == f32")).isEqualTo(1);
        assertThat(eval("f32 != dtype(x)")).isEqualTo(0);
        assertThat(eval("dtype(x) == T")).isEqualTo(1);
        assertThat(eval("dtype(x) == dtype(wide)")).isEqualTo(0);
        assertThat(eval("T == f32 && dtype(bias) == bf16")).isEqualTo(1);
    }

    @Test
    void whatIsNotNeededIsNotEvaluated() {
        assertThat(eval("zero != 0 && 1/zero == 1")).isEqualTo(0);
        assertThat(eval("zero == 0 || 1/zero == 1")).isEqualTo(1);
        assertThat(eval("if(zero, 1/zero, 5)")).isEqualTo(5);
        assertThat(eval("if(1, 5, nowhere)")).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "big + 1; column 5: 9223372036854775807 + 1 does not fit in 64 bits",
                "0 - big - 2; column 9: -9223372036854775807 - 2 does not fit in 64 bits",
                "1 + big*2; column 8: 9223372036854775807 * 2 does not fit in 64 bits",
                "-least; column 1: -(-9223372036854775808) does not fit in 64 bits",
                "least/-1; column 6: -9223372036854775808 / -1 does not fit in 64 bits",
                "rows/(cols - 8); column 5: division by zero",
                "rows % zero; column 6: division by zero",
                "ceildiv(1, zero); column 1: division by zero",
                "1 + log2(zero); column 5: log2 needs a positive number, got 0",
                "pow2ceil(big); column 1: pow2ceil(9223372036854775807) does not fit in 64 bits",
                "stride(x, 2); column 1: stride(x, 2): x has dimensions 0 to 1",
                "rows + colz; column 8: unknown name 'colz'. Did you mean cols?",
                "rows + x; column 8: x is a tensor: ask sizeof(x), numel(x) ...",
                "rows + f32; column 8: f32 is a dtype: it stands only beside == or !=",
                "rows + p; column 8: p is a float attribute: it stands only as an argument by itself",
                "dtype(x) == f31; column 13: 'f31' is not a dtype. Did you mean f32?",
                "dtype(x) == 4; column 13: a dtype compares only with a dtype",
                "dtype(x) + 1; column 1: dtype(x) stands only beside == or !=",
                "sizeof(z); column 1: 'z' is not an input or output"
            })
    void whatCannotBeEvaluatedNamesItsColumn(String text, String message) {
        assertThatThrownBy(() -> eval(text)).isInstanceOf(SpecException.class).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "rows +; column 7: expected a number, a name or '(', found the end",
                "(rows; column 6: expected ')', found the end",
                "rows cols; column 6: expected an operator or the end, found 'cols'",
                "1 < 2 < 3; column 7: comparisons do not chain: join them with &&",
                "rows = 3; column 6: '=' is not an operator: write '=='",
                "a & b; column 3: a single '&' is not an operator: write '&&'",
                "c ? 1 : 2; column 3: there is no '?:': write if(condition, then, else)",
                "rows*1.5; column 7: only whole numbers are allowed here",
                "4096x1024; column 5: a number runs into 'x'",
                "99999999999999999999; column 1: 99999999999999999999 does not fit in 64 bits",
                "mn(1, 2); column 1: unknown function 'mn'. Did you mean min?",
                "sqrt(4); column 1: unknown function 'sqrt'.",
                "min(1); column 1: min takes at least 2 arguments, got 1",
                "if(1, 2); column 1: if takes 3 arguments, got 2",
                "sizeof(4); column 8: expected a tensor's name, as in sizeof(tensor), found '4'",
                "stride(x); column 9: expected a dimension, as in stride(tensor, dimension), found ')'",
                "rows $ 2; column 6: unexpected character '$'"
            })
    void whatDoesNotParseNamesItsColumn(String text, String message) {
        assertThatThrownBy(() -> Expr.parse(text))
                .isInstanceOf(SpecException.class)
                .hasMessage(message);
    }

    @Test
    void columnsCountFromWhereTheTextBegins() {
        assertThatThrownBy(() -> Expr.parse("rows +", 11)).hasMessageStartingWith("column 17: ");
    }

    @Test
    void depthAndLengthAreBoundedSoThatNoStackOverflows() {
        assertThatThrownBy(() -> Expr.parse("(".repeat(100_000))).hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> Expr.parse("!".repeat(100_000))).hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> Expr.parse("min(1,".repeat(100_000))).hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> Expr.parse("1" + "+1".repeat(100_000))).hasMessageContaining("too long");
    }

    @Test
    void realExpressionsDivideAndTakeDecimals() {
        assertThat(Expr.parseReal("1/sqrt(64)").evalReal(SCOPE)).isEqualTo(0.125);
        assertThat(Expr.parseReal("1-p").evalReal(SCOPE)).isEqualTo(0.75);
        assertThat(Expr.parseReal("1e-5").evalReal(SCOPE)).isEqualTo(1e-5);
        assertThat(Expr.parseReal("-0.5*rows").evalReal(SCOPE)).isEqualTo(-3);
        assertThatThrownBy(() -> Expr.parseReal("1/(rows - 6)").evalReal(SCOPE))
                .hasMessage("column 2: division by zero");
        assertThatThrownBy(() -> Expr.parseReal("log(0)").evalReal(SCOPE))
                .hasMessage("column 1: 'log(0)' is not a finite number");
        assertThatThrownBy(() -> Expr.parseReal("1e")).hasMessage("column 1: 1e is not a number");
    }

    @Test
    void anExpressionKnowsItsNamesTensorsAndText() {
        var expr = Expr.parse("  rows * sizeof(x)+min( cols,f32 ) ");
        assertThat(expr.names()).containsExactly("rows", "cols");
        assertThat(expr.tensors()).containsExactly("x");
        assertThat(expr.text()).isEqualTo("rows * sizeof(x)+min( cols,f32 )");
    }
}
