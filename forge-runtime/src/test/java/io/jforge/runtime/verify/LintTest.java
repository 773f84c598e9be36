package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.CcCompiler;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.Toolchain;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What may be loaded: with gcc, and with clang where it is installed.
@ParameterizedClass
@MethodSource("toolchains")
class LintTest {
    private static final Outcome PASSED = new Outcome.Rejected("passed the lint");

    @TempDir
    static Path folder;

    @Parameter
    Toolchain toolchain;

    private CcCompiler compiler;

    static Stream<Toolchain> toolchains() {
        return Stream.concat(Stream.of(Compilers.USUAL), Compilers.clang().stream())
                .distinct();
    }

    @BeforeEach
    void compileInAFolderOfItsOwn() throws IOException {
        compiler = Compilers.in(own("usual"), toolchain);
    }

    private static Path own(String name) throws IOException {
        return Files.createTempDirectory(folder, name);
    }

    private boolean isClang() {
        return toolchain.id().contains("clang");
    }

    private Outcome lint(Source source) {
        return lint(source, Compilers.plan(source));
    }

    private Outcome lint(Source source, LaunchPlan plan) {
        return Lint.check(source)
                .then(text -> compiler.compile(text, plan))
                .then(Lint::check)
                .outcome(_ -> PASSED);
    }

    private Outcome lint(String head, String body) {
        return lint(Compilers.softmax(head, body));
    }

    private static void assertForbidden(Outcome outcome, String rule) {
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Forbidden.class);
        assertThat(((Outcome.Forbidden) outcome).rule()).as(outcome.message()).isEqualTo(rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "__asm__(\"nop\");",
                "asm volatile(\"nop\" ::: \"memory\");",
                "PASTE(__as, m__)(\"nop\");",
                "PASTE_BY_DIGRAPH(a, sm)(\"nop\");",
                "__as\\\nm__(\"nop\");",
                "char a = '\"'; __asm__(\"nop\"); char b = '\"'; y[0] = a + b;",
                "const char *a = \"\\\\\"; __asm__(\"nop\"); const char *b = \"\"; y[0] = a == b;",
                "{ int undo __attribute__((cleanup(undoing))) = 0; y[0] = undo; }",
                "__builtin_longjmp(buffer, 1);",
                "y[0] = (long) __builtin_return_address(0);",
                "#pragma omp parallel if(({ __asm__(\"nop\"); 1; }))\ny[0] = x[0];",
                "_Pragma(\"omp parallel if(({ __asm__(\\\"nop\\\"); 1; }))\") y[0] = x[0];",
                "void GOMP_barrier(void); GOMP_barrier();",
                "extern char _GLOBAL_OFFSET_TABLE_[]; y[0] = _GLOBAL_OFFSET_TABLE_[8];"
            })
    void assemblyAndItsKinAreRefusedHoweverTheyAreSpelt(String body) {
        var head = "#define PASTE(a, b) a ## b\n%:define PASTE_BY_DIGRAPH(a, b) a %:%: b\n"
                + "static inline void undoing(int *p) { *p = 0; }\nstatic void *buffer[5];";
        assertForbidden(lint(head, body), "word");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "y[0] = *(int __seg_fs *) 0x28;",
                "__builtin_ia32_ldmxcsr(0x9fc0);",
                "char state[28] = {0}; __builtin_ia32_fldenv(state);",
                "__builtin_ia32_writeeflags_u64(0x40400);"
            })
    void registersThatOutliveTheCallAreOutOfReach(String body) {
        assumeThat(System.getProperty("os.arch")).as("these are words of x86").isEqualTo("amd64");
        assumeThat(isClang()).as("clang: it spells them otherwise").isFalse();
        assertForbidden(lint("", body), "word");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int (*run)(const char *) = (int (*)(const char *)) ((char *) &memcpy - 0x47430); y[0] = run(\"true\");",
                "float (*volatile f)(float) = expf; y[0] = f(x[0]);",
                "static float (*const table[])(float) = {expf, logf}; y[0] = table[rows % 2](x[0]);"
            })
    void theAddressOfALibrarysFunctionIsRefused(String body) {
        assertForbidden(lint("#include <string.h>\n#include <math.h>", body), "address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "__attribute__((constructor)) static void go(void) {}",
                "__attribute__((__constructor__(101))) static void go(void) {}",
                "__attribute__((destructor)) static void go(void) {}",
                "int placed __attribute__((section(\".text\"))) = 1;",
                "int first(void) { return 1; }\nint second(void) __attribute__((alias(\"first\")));",
                "int far(void) __attribute__((weak, __alias__(\"near\")));\nint near(void) { return 1; }",
                "static int late(void) __attribute__((weakref(\"system\")));\nint (*kept)(void) = late;",
                "static void *pick(void) { return 0; }\nint picked(void) __attribute__((ifunc(\"pick\")));",
                "int renamed(const char *) __asm__(\"system\");",
                "#define ATTR(x) __attribute__((x))\n#define TWO(a, b) a ## b\n"
                        + "ATTR(TWO(con, structor)) static void go(void) {}"
            })
    void attributesThatRunOrPlaceCodeAreRefused(String head) {
        assertForbidden(lint(head, "y[0] = x[0];"), "word");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#include <stdlib.h>",
                "#include <unistd.h>",
                "#define HEADER <stdlib.h>\n#include HEADER",
                "#define HEADER \"stdlib.h\"\n%: include HEADER",
                "/* \" */ #include <stdlib.h> // \"",
                "#line 12 \"math.h\"",
                "# 12 \"math.h\"",
                "#if __has_include(</*>)\n#endif\n# 12 \"math.h\"\nconst char *end = \"*/\";",
                "const char *a = R\"(\" /*)\";\n# 12 \"math.h\"\nconst char *b = \"*/\";"
            })
    void directivesAreOnAList(String head) {
        assertForbidden(lint(head, "y[0] = x[0];"), "directive");
    }

    /// A second preprocessing must not find what the first one left for it: gcc does not compile these, clang would.
    @Test
    void directivesMadeByMacrosAreRefused() {
        var define = lint("#define E\nE # define HIDE(a, b) a ## b", "HIDE(__as, m__)(\"nop\");");
        var splice = lint("#define ID(x) x", "ID(__as\\ )\nm__(\"nop\");");
        var include = lint("#define E\nE # include <stdlib.h>", "system(\"true\");");
        for (var outcome : List.of(define, splice, include))
            assertThat(outcome).as(outcome.message()).isNotEqualTo(PASSED);
        if (isClang()) assertForbidden(define, "directive");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#pragma weak softmax",
                "#pragma GCC optimize(\"fast-math\")",
                "#pragma redefine_extname first system",
                "_Pragma(\"GCC visibility push(hidden)\")",
                "#define P(x) _Pragma(#x)\nP(GCC optimize 3)"
            })
    void pragmasAreOnAList(String head) {
        assertForbidden(lint(head, "y[0] = x[0];"), "pragma");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system",
                "write",
                "syscall",
                "pthread_create",
                "dlsym",
                "malloc",
                "mmap",
                "fork",
                "getenv",
                "printf",
                "exit",
                "fesetround",
                "clock_gettime",
                "omp_set_num_threads"
            })
    void callsBeyondTheListAreRefused(String name) {
        var outcome = lint("void " + name + "();", "y[0] = (float) (long) &" + name + ";");
        assertForbidden(outcome, "symbol");
        assertThat(outcome.message())
                .isEqualTo(
                        "symbol: it calls '" + name + "'; allowed are libm, memcpy, memset, memmove and OpenMP's own");
    }

    @Test
    void dataAndWeakSymbolsFromOutsideAreRefusedToo() {
        assertForbidden(lint("extern char **environ;", "y[0] = environ != 0;"), "symbol");
        assertForbidden(
                lint("int system(const char *) __attribute__((weak));", "if (system) y[0] = system(\"true\");"),
                "symbol");
    }

    @Test
    void codeThatPicksItselfWhenLoadedIsRefused() {
        var clones = lint(
                "__attribute__((target_clones(\"avx2\", \"default\"))) float twice(float v) { return 2 * v; }",
                "y[0] = twice(x[0]);");
        assumeThat(isClang()).as("clang: older ones do not know the attribute").isFalse();
        assertForbidden(clones, "section");
    }

    @Test
    void codeThatNeedsAnExecutableStackIsRefused() {
        assumeThat(isClang()).as("clang: it has no nested functions").isFalse();
        var head = "static void each(void (*f)(int), int n) { for (int i = 0; i < n; i++) f(i); }\n"
                + "void (*volatile hold)(void (*)(int), int) = each;";
        assertForbidden(lint(head, "void one(int i) { y[i] = x[i]; }\nhold(one, cols);"), "section");
    }

    @ParameterizedTest
    @CsvSource({
        "static void softmax(const float *x) {}, softmax",
        "__attribute__((visibility(\"hidden\"))) void softmax(const float *x) {}, softmax",
        "void softmax_rows(const float *x) {}, softmax",
        "int system(const char *); void rows(void) {}, system",
        "int softmax = 1;, softmax"
    })
    void anEntryMustBeAFunctionThatTheSourceExports(String code, String entry) {
        var text = "/* forge 1 c softmax\n * launch %s args(x)\n */\n%s\n".formatted(entry, code);
        var outcome = lint(Source.parse(text));
        assertForbidden(outcome, "entry");
        assertThat(outcome.message())
                .isEqualTo("entry: the launch names '" + entry
                        + "', which the compiled code does not export; is it static, or spelt otherwise?");
    }

    /// In one function, a block each: all of it must pass.
    private Outcome lintAll(String head, List<String> bodies) {
        return lint(head, bodies.stream().map(body -> "{\n" + body + "\n}").collect(Collectors.joining("\n")));
    }

    @Test
    void honestCodePasses() {
        var outcome = lintAll(
                "#include <math.h>\n#include <string.h>\n#include <stdint.h>",
                List.of(
                        "for (int i = 0; i < cols; i++) y[i] = expf(x[i]) + tanhf(x[i]) + fmaxf(x[i], 0) + powf(x[i], 2);",
                        "y[0] = (float) (lgamma(x[0]) + erf(x[1]) + cbrt(x[2]) + log1p(x[3]) + hypot(x[4], x[5]));",
                        "y[0] = isnan(x[0]) ? INFINITY : NAN; y[1] = HUGE_VALF;",
                        "float local[64]; memcpy(local, x, rows); memset(y, 0, rows); memmove(y, local, cols);",
                        "float row[cols]; for (int i = 0; i < cols; i++) row[i] = x[i]; y[0] = row[cols - 1];",
                        "vec_store(y, vec_max(vec_load(x), vec_all(0))); y[0] = vec_sum(vec_load(x));",
                        "UNROLL for (int i = 0; i < 8; i++) y[i] = x[i];",
                        "_Pragma(\"GCC unroll 4\") for (int i = 0; i < cols; i++) y[i] = x[i];",
                        "#pragma unroll(4)\nfor (int i = 0; i < cols; i++) y[i] = x[i];",
                        "#pragma unroll 4\nfor (int i = 0; i < cols; i++) y[i] = x[i];",
                        "#pragma GCC ivdep\nfor (int i = 0; i < cols; i++) y[i] = x[i];",
                        "#pragma STDC FP_CONTRACT OFF\ny[0] = x[0] * x[1] + x[2];",
                        "const char *words = \"asm section __attribute__ \\\" alias\"; y[0] = words[rows]; char q = '\"'; y[1] = q;",
                        "/* asm, #include <stdlib.h>, system() */ y[0] = x[0]; // __asm__",
                        "int section_size = 4, constructors = 2; y[0] = section_size + constructors;",
                        "__builtin_prefetch(x); const float *p = __builtin_assume_aligned(x, 64); y[0] = p[0];",
                        "switch (cols) { case 1: y[0] = 7; break; case 2: y[0] = 3; break; case 3: y[0] = 9; break;"
                                + " case 4: y[0] = 1; break; case 5: y[0] = 4; break; case 6: y[0] = 4; break; }",
                        "static float kept[256]; for (int i = 0; i < 256; i++) kept[i] = x[i]; y[0] = kept[cols];"));
        assertThat(outcome).as(outcome.message()).isEqualTo(PASSED);
    }

    @Test
    void openmpPasses() {
        assumeThat(toolchain.openmp()).as("this compiler has OpenMP").isTrue();
        var outcome = lintAll(
                "#include <omp.h>",
                List.of(
                        "#pragma omp parallel for schedule(dynamic, 4)\nfor (int i = 0; i < cols; i++) y[i] = x[i];",
                        "float sum = 0;\n#pragma omp parallel for reduction(+ : sum)\nfor (int i = 0; i < cols; i++) sum += x[i];"
                                + " y[0] = sum;",
                        "#pragma omp parallel\n{\n#pragma omp critical\ny[0] += 1;\n#pragma omp barrier\n#pragma omp single\n"
                                + "y[1] = omp_get_num_threads();\n#pragma omp sections\n{\n#pragma omp section\ny[2] = 1;\n}\n}",
                        "#pragma omp parallel num_threads(2)\ny[omp_get_thread_num()] = 1;"));
        assertThat(outcome).as(outcome.message()).isEqualTo(PASSED);
    }

    @Test
    void vectorVersionsOfLibmPass() {
        var source = Source.parse("""
                /* forge 1 c softmax
                 * option fastmath
                 * launch softmax args(x, y, rows, cols)
                 */
                #include <math.h>
                void softmax(const float *restrict x, float *restrict y, int rows, int cols) {
                    for (int i = 0; i < rows * cols; i++) y[i] = expf(x[i]) + logf(x[i]) + sinf(x[i]);
                }
                """);
        var outcome = lint(source);
        assertThat(outcome).as(outcome.message()).isEqualTo(PASSED);
    }

    @Test
    void checkedCopiesOfHardenedCompilersPass() throws IOException {
        var flags = new ArrayList<>(toolchain.compileFlags());
        flags.addAll(List.of("-D_FORTIFY_SOURCE=2", "-fstack-protector-all"));
        var hardened =
                new Toolchain(toolchain.command(), toolchain.id(), flags, toolchain.linkFlags(), toolchain.openmp());
        var source = Compilers.softmax(
                "#include <string.h>", "float a[64]; memcpy(a, x, rows); memset(a, cols, rows); y[0] = a[cols];");
        var outcome = Compilers.in(own("hardened"), hardened)
                .compile(source, Compilers.plan(source))
                .then(Lint::check)
                .outcome(_ -> PASSED);
        assertThat(outcome).as(outcome.message()).isEqualTo(PASSED);
    }

    static Stream<String> ops() {
        return new Catalogue().names().stream();
    }

    @ParameterizedTest
    @MethodSource("ops")
    void naiveSourcesPass(String op) {
        var entry = new Catalogue().find(op);
        var task = Task.of(entry.op(), null, "f32", Compilers.SOFTMAX.target());
        var naive = entry.naive(Language.C);
        var outcome = lint(naive, LaunchPlan.of(naive, task, naive.defaults()));
        assertThat(outcome).as(outcome.message()).isEqualTo(PASSED);
    }
}
