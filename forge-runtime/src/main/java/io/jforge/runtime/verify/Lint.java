package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Launch;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Refuses code that reaches for more than arithmetic on its buffers, before it is loaded anywhere.
///
/// Of C it reads what the preprocessor made, so that no macro hides a word, and the object file, so that
/// nothing is linked that the text does not show; [CudaLint] reads CUDA.
public final class Lint {
    private static final Set<String> HEADERS = Set.of(
            "math.h", "stddef.h", "stdint.h", "string.h", "float.h", "limits.h", "stdbool.h", "omp.h", "forge.h");
    private static final Pattern MARKER = Pattern.compile("# (\\d+) \"([^\"]*)\".*");
    private static final Pattern WORD = Pattern.compile(
            "\\b(asm|__asm|__asm__|__seg_[fg]s|address_space|__address_space__|constructor|__constructor__|destructor|__destructor__|section|__section__|ifunc"
                    + "|__ifunc__|alias|__alias__|weakref|__weakref__|cleanup|__cleanup__|__builtin_apply\\w*"
                    + "|__builtin_return|__builtin_longjmp|__builtin_setjmp|__builtin_(extract_)?return_addr\\w*"
                    + "|__builtin_frob_return_addr|__builtin_frame_address|__builtin_dwarf_\\w+|__builtin_eh_\\w+"
                    + "|__builtin_unwind_init|__builtin_stack_\\w+|__builtin_(set_)?thread_pointer"
                    + "|__builtin_call_with_static_chain)\\b"
                    // registers of the machine that rule more than this function's arithmetic
                    + "|\\b__builtin_ia32_(ldmxcsr|fldenv|f?xrstor\\w*|wr\\w+|rd[fg]sbase\\w*|writeeflags\\w*|xsetbv"
                    + "|\\w*ssp\\w*|setssbsy|clrssbsy|[ls]lwpcb|senduipi|stui|clui|enqcmd\\w*)\\b"
                    + "|\\b(__builtin_aarch64_set_fp\\w+|__(builtin_)?arm_[rw]sr\\w*)\\b"
                    // what compilers call for a pragma, and what linkers make
                    + "|\\b(\\w*GOMP_\\w+|__kmpc_\\w+|_ZGV\\w+|_GLOBAL_OFFSET_TABLE_|_DYNAMIC|__dso_handle)\\b");
    private static final long MOST_BYTES = 16 << 20;
    private static final Pattern PRAGMA = Pattern.compile("\\s*#\\s*pragma\\s+(\\w+)(?:\\s+(\\w+))?.*");
    private static final Pattern DIRECTIVE = Pattern.compile("\\s*(#|%:).*");
    private static final Set<String> PRAGMAS =
            Set.of("omp", "GCC unroll", "GCC ivdep", "clang loop", "unroll", "STDC FP_CONTRACT");
    private static final Pattern SYMBOL = Pattern.compile(
            "(memcpy|memset|memmove|__memcpy_chk|__memset_chk|__memmove_chk)|GOMP_(?!target|offload|alloc|free|error|warning|PLUGIN)\\w+|omp_get_\\w+|__kmpc_\\w+|_ZGV\\w+|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail"
                    + "|__(extend|trunc)\\w+|__gnu_(f2h|h2f)_ieee|\\.?TOC\\.|");
    private static final Set<String> LIBM = libm();
    private static final Pattern LOADED =
            Pattern.compile("\\.(init|fini|preinit)(_array)?(\\..*)?|\\.ctors.*|\\.dtors.*");

    private Lint() {}

    /// Passes the binary on, or stops it as Forbidden with the rule and the place.
    static Step<Binary> check(Binary binary) {
        return switch (binary.source().language()) {
            case C -> checkC(binary);
            case CUDA -> CudaLint.check(binary);
        };
    }

    private static Step<Binary> checkC(Binary binary) {
        try {
            var broken = directives(binary.source());
            if (broken.isEmpty()) broken = words(binary.preprocessed().orElseThrow());
            if (broken.isEmpty()) broken = object(binary);
            return broken.<Step<Binary>>map(Step::stopped).orElseGet(() -> Step.passed(binary));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read what the compiler wrote", unreadable);
        }
    }

    /// Passes a Source on if its text alone breaks no rule: to be asked before a compiler opens what it
    /// includes.
    public static Step<Source> check(Source source) {
        var broken = source.language() == Language.CUDA ? CudaLint.text(source.text()) : directives(source);
        return broken.<Step<Source>>map(Step::stopped).orElseGet(() -> Step.passed(source));
    }

    private static Optional<Outcome> directives(Source source) {
        return Directives.broken(source.text(), HEADERS).flatMap(why -> forbidden("directive", why));
    }

    /// Words in what the preprocessor made of the candidate's own lines; its markers can be trusted since a
    /// candidate may not write any.
    private static Optional<Outcome> words(Path preprocessed) throws IOException {
        if (Files.size(preprocessed) > MOST_BYTES)
            return forbidden("directive", "its macros make more than 16 MB of text");
        var candidate = stem(preprocessed) + ".c";
        boolean own = false;
        int number = 0;
        for (var text : Files.readAllLines(preprocessed, StandardCharsets.ISO_8859_1)) {
            var marker = MARKER.matcher(text);
            if (marker.matches()) {
                number = Integer.parseInt(marker.group(1));
                own = Path.of(marker.group(2)).getFileName().toString().equals(candidate);
                continue;
            }
            var broken = own ? line(text, number) : Optional.<Outcome>empty();
            if (broken.isPresent()) return broken;
            number++;
        }
        return Optional.empty();
    }

    /// A pragma's clauses hold expressions, so its words count as well.
    private static Optional<Outcome> line(String text, int number) {
        var pragma = PRAGMA.matcher(text);
        if (pragma.matches()) {
            var two = pragma.group(1) + " " + pragma.group(2);
            if (!PRAGMAS.contains(pragma.group(1)) && !PRAGMAS.contains(two))
                return forbidden("pragma", "line " + number + ": only omp, unroll and ivdep pragmas are allowed");
        }
        // the directive's own name is on the list: `omp section`
        var rest = pragma.matches() && pragma.group(2) != null ? text.substring(pragma.end(2)) : text;
        var code = Literals.replaced(rest, "\"'", "0");
        if (!pragma.matches() && (DIRECTIVE.matcher(code).matches() || code.contains("\\")))
            return forbidden("directive", "line " + number + ": a macro leaves a directive or a backslash");
        var word = WORD.matcher(code);
        return word.find()
                ? forbidden("word", "line %d: '%s' is not allowed in a C source".formatted(number, word.group()))
                : Optional.empty();
    }

    private static Optional<Outcome> object(Binary binary) {
        try {
            var file = binary.object();
            return ElfObject.isElf(file)
                    ? object(binary.source(), ElfObject.read(file))
                    : symbols(MachObject.undefined(file));
        } catch (IOException damaged) {
            return forbidden("object", damaged.getMessage());
        }
    }

    private static Optional<Outcome> object(Source source, ElfObject elf) {
        var loaded = elf.sections().stream()
                .filter(name -> LOADED.matcher(name).matches())
                .findFirst();
        if (loaded.isPresent()) return forbidden("section", "code that runs when it is loaded (" + loaded.get() + ")");
        if (!elf.indirect().isEmpty())
            return forbidden(
                    "section", "an indirect function (" + elf.indirect().getFirst() + ")");
        if (elf.executableStack())
            return forbidden("section", "it needs a stack that can be executed (the address of a nested function)");
        var missing = source.header().launches().stream()
                .map(Launch::entry)
                .filter(entry -> !elf.functions().contains(entry))
                .findFirst();
        if (missing.isPresent()) return entry(missing.get());
        return symbols(elf.undefined()).or(() -> reached(elf.reached()));
    }

    /// Asked of the object itself: a loader would look for the name in the C library, too.
    private static Optional<Outcome> entry(String name) {
        return forbidden(
                "entry",
                "the launch names '" + name
                        + "', which the compiled code does not export; is it static, or spelt otherwise?");
    }

    private static Optional<Outcome> symbols(List<String> undefined) {
        return undefined.stream()
                .filter(name -> !SYMBOL.matcher(name).matches() && !LIBM.contains(name))
                .findFirst()
                .flatMap(name -> forbidden(
                        "symbol",
                        "it calls '" + name + "'; allowed are libm, memcpy, memset, memmove and OpenMP's own"));
    }

    /// From the address of one function of a library it is a known distance to all others.
    private static Optional<Outcome> reached(List<String> names) {
        return names.stream()
                .findFirst()
                .flatMap(name -> forbidden(
                        "address", "it takes the address of '" + name + "'; a library's functions may only be called"));
    }

    private static Optional<Outcome> forbidden(String rule, String why) {
        return Optional.of(new Outcome.Forbidden(rule, why));
    }

    private static String stem(Path file) {
        var name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf('.'));
    }

    /// C11's mathematics (7.12), with glibc's vector and finite-only variants left to SYMBOL.
    private static Set<String> libm() {
        var names = List.of(
                "acos",
                "asin",
                "atan",
                "atan2",
                "cos",
                "sin",
                "tan",
                "acosh",
                "asinh",
                "atanh",
                "cosh",
                "sinh",
                "tanh",
                "exp",
                "exp2",
                "exp10",
                "expm1",
                "frexp",
                "ilogb",
                "ldexp",
                "log",
                "log10",
                "log1p",
                "log2",
                "logb",
                "modf",
                "scalbn",
                "scalbln",
                "cbrt",
                "fabs",
                "hypot",
                "pow",
                "sqrt",
                "erf",
                "erfc",
                "lgamma",
                "tgamma",
                "ceil",
                "floor",
                "nearbyint",
                "rint",
                "lrint",
                "llrint",
                "round",
                "lround",
                "llround",
                "trunc",
                "fmod",
                "remainder",
                "remquo",
                "copysign",
                "nan",
                "nextafter",
                "fdim",
                "fmax",
                "fmin",
                "fma",
                "sincos",
                "roundeven");
        return names.stream()
                .flatMap(name ->
                        Stream.of(name, name + "f", name + "l", "__" + name + "_finite", "__" + name + "f_finite"))
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }
}
