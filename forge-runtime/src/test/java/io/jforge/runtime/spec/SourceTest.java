package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceTest {
    static List<Path> sources() {
        return Stream.of("cu", "c").flatMap(f -> Examples.in(f).stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void everyExampleParses(Path path) {
        var source = Source.parse(Examples.text(path));
        assertThat(source.header().launches()).isNotEmpty();
        assertThat(source.language()).isEqualTo(path.toString().endsWith(".cu") ? Language.CUDA : Language.C);
        assertThat(source.whyUnusable()).isEmpty();
        assertThat(source.hash()).hasSize(16).matches("[0-9a-f]+");
    }

    @Test
    void everyStatementOfTheTmaMatmulIsThere() {
        var header = Examples.source("cu/matmul_tma.cu").header();
        assertThat(header.arch()).contains(new Arch("sm_90a", 90, true));
        assertThat(header.tunables()).extracting(Tunable::name).containsExactly("CL", "STAGES", "BAND");
        assertThat(header.consts()).hasSize(5);
        assertThat(header.requires()).hasSize(4);
        assertThat(header.tensorMaps()).extracting(TensorMapDecl::name).containsExactly("ta", "tb");
        assertThat(header.tensorMaps().getLast().box().getLast().text()).isEqualTo("BN/CL");
        var launch = header.launches().getFirst();
        assertThat(launch.entry()).isEqualTo("gemm");
        assertThat(launch.cluster()).containsExactly(Expr.parse("CL"));
        assertThat(launch.args()).hasSize(6);
    }

    @Test
    void scratchOverlapAndCooperativeAreRead() {
        var split = Examples.source("cu/argmax_split.cu").header();
        assertThat(split.scratch()).containsExactly(new Scratch("best", DType.U64, Expr.parse("rows"), true));
        assertThat(split.launches()).extracting(Launch::overlap).containsExactly(false, true);
        var coop = Examples.source("cu/group_norm_coop.cu").header();
        assertThat(coop.scratch()).extracting(Scratch::zero).containsExactly(false, true);
        assertThat(coop.launches().getFirst().cooperative()).isTrue();
    }

    @Test
    void aHeaderMayBreakItsLinesAnywhereAndMarkThemOrNot() {
        var source = Source.parse("""
                /* forge 1 cuda softmax   # why
                   tune TPB in 128
                     256 option
                 * maxregs 64 const AB = TPB *
                 * * 2
                 * launch f grid(
                     rows) block(TPB) resident when(rows > 1) args() */""".replace("* * 2", "* 2"));
        assertThat(source.header().tunables()).containsExactly(new Tunable("TPB", List.of(128L, 256L)));
        assertThat(source.header().maxregs()).isEqualTo(OptionalInt.of(64));
        assertThat(source.header().consts().getFirst().value().text()).isEqualTo("TPB * 2");
        assertThat(source.header().launches().getFirst().resident()).isTrue();
    }

    @Test
    void windowsLineEndsAreRead() {
        var source = Source.parse("/* forge 1 c softmax\r\n * tune UN in 8 4\r\n * launch f args(x)\r\n */\r\n");
        assertThat(source.defaults()).isEqualTo(Map.of("UN", 8L));
    }

    @Test
    void assignmentsBeginWithTheDefaultsAndLeaveNoneOut() {
        var source = Examples.source("cu/softmax_row.cu");
        assertThat(source.defaults()).isEqualTo(Map.of("TPB", 512L, "VEC", 4L));
        assertThat(source.assignments())
                .hasSize(12)
                .doesNotHaveDuplicates()
                .startsWith(Map.of("TPB", 512L, "VEC", 4L), Map.of("TPB", 512L, "VEC", 1L));
        assertThat(Examples.source("cu/transpose_strided.cu").assignments()).containsExactly(Map.of());
    }

    @Test
    void aHugeNumberOfAssignmentsIsNotBuilt() {
        var tunes = new StringBuilder();
        for (char c = 'A'; c <= 'P'; c++) tunes.append(" * tune T").append(c).append(" in 1 2 3 4 5 6 7 8\n");
        var source = Source.parse("/* forge 1 c softmax\n" + tunes + " * launch f\n */");
        assertThat(source.assignments().size()).isEqualTo(Integer.MAX_VALUE);
        assertThat(source.assignments().get(1_000_000)).hasSize(16);
    }

    @Test
    void theHashIsOfTheText() {
        var one = Source.parse("/* forge 1 c softmax\n launch f\n*/");
        assertThat(one.hash()).isEqualTo(Source.parse(one.text()).hash());
        assertThat(one.hash()).isNotEqualTo(Source.parse(one.text() + "\n").hash());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "tune TPB in; 3; 4; expected a whole number, found 'launch'",
                "tune TPB 8; 2; 13; expected 'in', found '8'",
                "tune T in 8; 2; 9; 'T' must be two or more capitals, digits or '_', the first a capital",
                "tune Tpb in 8; 2; 9; 'Tpb' must be two or more capitals, digits or '_', the first a capital",
                "tune LD in 8; 2; 9; 'LD' is a macro of C, CUDA or JForge: call it something else",
                "const INT_MAX = 8; 2; 10; 'INT_MAX' is a macro of C, CUDA or JForge: call it something else",
                "tune TPB in 8 4 8; 2; 20; 8 is listed twice",
                "tune TPB in 8 tune TPB in 4; 2; 23; TPB is declared twice",
                "tune TPB in 8 const TPB = 4; 2; 24; TPB is declared twice",
                "scratch s f32[4] scratch s f32[4]; 2; 29; s is declared twice",
                "const AB = CD const CD = 4; 2; 15; CD is used before it is declared: move its line up",
                "const AB 4; 2; 13; expected '=', found '4'",
                "const AB = (4; 3; 4; expected ')', found 'launch'",
                "const AB = 4 = 4; 2; 17; '=' is not an operator: write '=='",
                "require cols % 4 = 0; 2; 21; '=' is not an operator: write '=='",
                "requires cols; 2; 4; 'requires' is not a statement. Did you mean require?",
                "option fast; 2; 11; 'fast' is not an option: there are fastmath and maxregs. Did you mean fastmath?",
                "option fastmath option fastmath; 2; 27; 'fastmath' is given twice",
                "option maxregs 64; 2; 11; 'maxregs' is only for cuda sources",
                "arch sm_90; 2; 4; 'arch' is only for cuda sources",
                "scratch s f33[4]; 2; 14; 'f33' is not a dtype. Did you mean f32?",
                "scratch s f32(4); 2; 17; expected '[', found '('",
                "tensormap t of x dims(4) strides(1) box(4); 2; 4; 'tensormap' is only for cuda sources",
                "launch expf; 2; 11; 'expf' is a name of C, CUDA or JForge: call the entry something else",
                "launch g grid(1); 2; 13; 'grid' is only for cuda sources",
                "launch g cooperative; 2; 13; 'cooperative' is only for cuda sources",
                "launch g threads(1) threads(2); 2; 24; 'threads' is given twice",
                "launch g threads(1, 2); 2; 22; expected ')', found ','",
                "launch g args(x,); 2; 20; expected a number, a name or '(', found ')'",
                "launch g thraeds(1); 2; 13; 'thraeds' is not a statement or a clause of 'launch'. Did you mean threads?",
                "launch g args(i64(n)/2); 2; 24; expected ')', found '/'",
                "4; 2; 4; expected a statement: tune, const, require, arch, option, scratch, tensormap, launch, found '4'",
                "const AB = 4 $ 2; 2; 17; unexpected character '$'"
            })
    void whatIsWrongInACHeaderIsSaidWithLineAndColumn(String statement, int line, int column, String message) {
        refused("/* forge 1 c softmax\n * " + statement + "\n * launch f args(x)\n */\n", line, column, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "arch sm90; 2; 9; 'sm90' is not an architecture such as sm_90 or sm_90a",
                "arch sm_90 arch sm_80; 2; 15; 'arch' is given twice",
                "option maxregs 256; 2; 19; maxregs is from 1 to 255, not 256",
                "launch g block(1); 2; 11; launch g needs grid(...) and block(...)",
                "launch g grid(1) block(1) threads(1); 2; 30; 'threads' is only for c sources: write block(...)",
                "launch g grid(1, 2, 3, 4) block(1); 2; 13; 'grid' has at most 3 dimensions",
                "launch g grid(1) block(1) overlap; 2; 30; 'overlap' is refused on the first launch: there is nothing before it to overlap",
                "launch atomicAdd grid(1) block(1); 2; 11; 'atomicAdd' is a name of C, CUDA or JForge: call the entry something else",
                "tensormap t of x dims(4, 4) strides(1, 1) box(4, 4); 2; 14; 2 dims need 1 strides and 2 box sizes",
                "tensormap t of x dims(4, 4) strides(4) box(4, 4) swizzle(1, 2); 2; 53; 'swizzle' takes one number"
            })
    void whatIsWrongInACudaHeaderIsSaidWithLineAndColumn(String statement, int line, int column, String message) {
        refused(
                "/* forge 1 cuda softmax\n * " + statement + "\n * launch f grid(1) block(1)\n */\n",
                line,
                column,
                message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "int x; 1; 1; a source begins with '/* forge 1 c OP' or '/* forge 1 cuda OP'",
                "\"\"; 1; 1; a source begins with '/* forge 1 c OP' or '/* forge 1 cuda OP'",
                "/* forge 2 c softmax|launch f*/; 1; 10; format 2 is not known: this JForge reads 'forge 1'",
                "/* forge 1 cu softmax|launch f*/; 1; 12; 'cu' is not a language: it is c or cuda. Did you mean c?",
                "/* forge 1 c soft-max|launch f*/; 1; 14; 'soft-max' is not the name of an op",
                "/* forge 1 c softmax|launch f; 1; 1; the header's comment has no end: '*/' is missing",
                "/* forge 1 c softmax| * tune UN in 1| */; 3; 2; the header launches nothing: a 'launch' is needed"
            })
    void theHeadersFrameIsChecked(String text, int line, int column, String message) {
        refused(text.replace('|', '\n'), line, column, message);
    }

    private static void refused(String text, int line, int column, String message) {
        assertThatThrownBy(() -> Source.parse(text)).isInstanceOfSatisfying(SourceException.class, e -> {
            assertThat(e).hasMessage("line %d, column %d: %s".formatted(line, column, message));
            assertThat(List.of(e.line(), e.column())).containsExactly(line, column);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exp",
                "expf",
                "fmaxl",
                "max",
                "memcpy",
                "GOMP_parallel",
                "omp_get_num_threads",
                "__expf",
                "cuMemAlloc",
                "cudaMalloc",
                "atomicCAS",
                "make_float4",
                "forge_barrier",
                "main",
                "int",
                "min",
                "clock64",
                "tex2D",
                "_start"
            })
    void namesOfLibrariesAreNoEntries(String name) {
        assertThat(Reserved.isReserved(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "softmax",
                "add",
                "best",
                "done",
                "tr",
                "gemm",
                "stats",
                "apply",
                "expo",
                "custom",
                "texture",
                "forget_gate",
                "make_mask"
            })
    void otherNamesAre(String name) {
        assertThat(Reserved.isReserved(name)).isFalse();
    }

    /// No compiler could be given it: a file of it cannot be written.
    @Test
    void halfOfACharacterIsRefused() {
        var text = "/* forge 1 c softmax\n * launch softmax threads(1) args(x, y)\n */\n// ";
        assertThat(Source.parse(text + "\uD83D\uDE00").op()).isEqualTo("softmax");
        assertThatThrownBy(() -> Source.parse(text + "\uD83D"))
                .isInstanceOf(SpecException.class)
                .hasMessage("a source is text in UTF-8, and this one holds half of a character");
    }

    @Test
    void whatIsNoSourceSaysWhyAndReadsAgainAsItWas() {
        var unusable =
                Source.unusable(Language.CUDA, "softmax", "no source\nin it */ at all", "I would */ rather\nnot");
        assertThat(unusable.whyUnusable()).contains("no source in it * / at all");
        assertThat(unusable.text()).endsWith("I would */ rather\nnot");
        assertThat(unusable.header().launches()).isEmpty();
        assertThat(unusable.assignments()).containsExactly(Map.of());
        assertThat(Source.parse(unusable.text())).isEqualTo(unusable);
    }
}
