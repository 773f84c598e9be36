package io.jforge.runtime.verify;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Refuses CUDA code that reaches for more than arithmetic on its buffers, before it is loaded anywhere.
///
/// It reads the text, so that it can name the line, and the cubin's undefined symbols, so that no macro,
/// string of PTX or pasted word hides a call of what the driver would link: `vprintf`, `malloc`, `free`,
/// `__assertfail`.
final class CudaLint {
    private static final Set<String> HEADERS = Set.of("cuda_fp16.h", "cuda_bf16.h", "mma.h", "forge.cuh");
    private static final Set<String> PRAGMAS =
            Set.of("unroll", "nounroll", "nv_diag_suppress", "nv_diag_default", "diag_suppress", "diag_default");
    private static final Pattern PRAGMA = Pattern.compile("\\s*#\\s*pragma\\s+(\\w+).*");

    /// A pattern, and why its match is refused.
    private record Rule(Pattern pattern, String why) {
        private static Rule of(String pattern, String why) {
            return new Rule(Pattern.compile(pattern), why);
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.of("\\b(printf|vprintf|puts)\\s*\\(", "device code does not print"),
            Rule.of(
                    "\\b(malloc|calloc|realloc|free|alloca|__builtin_alloca)\\s*\\(",
                    "memory comes from the header: 'scratch' and 'shared'"),
            Rule.of("\\bnew\\b", "memory comes from the header: 'scratch' and 'shared'"),
            Rule.of("(?<!=\\s{0,9})\\bdelete\\b", "memory comes from the header: 'scratch' and 'shared'"),
            Rule.of("\\b(assert|__assertfail|__assert_fail)\\s*\\(", "assertions stay out of what is timed"),
            Rule.of("<<<", "launches are the header's: there is no dynamic parallelism"),
            Rule.of("\\bcuda[A-Z]\\w*\\s*\\(", "the host side belongs to JForge"),
            Rule.of("\\b__managed__\\b", "buffers come from the header"),
            Rule.of(
                    "\\bextern\\b(?!\\s*\"\")(?!\\s+__shared__)(?!.*\\b__shared__\\b)",
                    "nothing outside can be linked"));

    private static final Pattern HARMLESS = Pattern.compile("|\\.nv\\..*|__cuda_sm\\w*|__internal_\\w*");

    private CudaLint() {}

    /// Passes the binary on, or stops it as Forbidden with the rule and the place.
    static Step<Binary> check(Binary binary) {
        var broken = text(binary.source().text()).or(() -> symbols(binary));
        return broken.<Step<Binary>>map(Step::stopped).orElseGet(() -> Step.passed(binary));
    }

    /// What in the text breaks a rule: asked before a compiler opens what it includes.
    static Optional<Outcome> text(String text) {
        var directive = Directives.broken(text, HEADERS);
        if (directive.isPresent()) return forbidden("directive", directive.get());
        int number = 0;
        for (var line : Directives.lines(text)) {
            number++;
            var broken = line(Literals.replaced(line, "\"", "\"\""), number);
            if (broken.isPresent()) return broken;
        }
        return Optional.empty();
    }

    private static Optional<Outcome> line(String line, int number) {
        var pragma = PRAGMA.matcher(line);
        if (pragma.matches() && !PRAGMAS.contains(pragma.group(1)))
            return forbidden("pragma", "line " + number + ": only unroll and diagnostic pragmas are allowed");
        for (var rule : RULES) {
            var found = rule.pattern().matcher(line);
            if (found.find())
                return forbidden(
                        "word",
                        "line %d: '%s' is not allowed in a CUDA source: %s"
                                .formatted(number, word(found.group()), rule.why()));
        }
        return Optional.empty();
    }

    private static String word(String found) {
        return found.replace("(", "").strip();
    }

    private static Optional<Outcome> symbols(Binary binary) {
        try {
            return ElfObject.read(binary.object()).undefined().stream()
                    .filter(name -> !HARMLESS.matcher(name).matches())
                    .findFirst()
                    .flatMap(name -> forbidden(
                            "symbol", "it calls '" + name + "', which it does not define; nothing else is linked"));
        } catch (IOException damaged) {
            return forbidden("object", damaged.getMessage());
        }
    }

    private static Optional<Outcome> forbidden(String rule, String why) {
        return Optional.of(new Outcome.Forbidden(rule, why));
    }
}
