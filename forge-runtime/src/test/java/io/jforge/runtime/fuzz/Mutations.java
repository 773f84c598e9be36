package io.jforge.runtime.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Texts that somebody careless, or ill-disposed, might hand in: real ones with bytes, tokens and lines changed, and
/// some that are large or deep on purpose. One seed makes one text.
final class Mutations {
    private static final Path ROOT = Path.of("src");
    private static final Pattern TOKEN = Pattern.compile("\\w+|\\s+|[^\\w\\s]");
    private static final int DEEP = 100_000;
    private static final int LONG = 1 << 20;

    private static final List<String> PIECES = List.of(
            "/*",
            "*/",
            "//",
            "\"",
            "'",
            "\\\n",
            "\\ \n",
            "\r\n",
            "\r",
            "\0",
            "\uFEFF",
            "\u2028",
            "é",
            "\uD800",
            "??/\n",
            "??=",
            "<:",
            ":>",
            "<%",
            "%>",
            "%:",
            "%:%:",
            "#",
            "##",
            "\f",
            "\u000B",
            "\u001A",
            "(",
            ")",
            "{",
            "}",
            "[",
            "]",
            ";",
            "#include <stdio.h>\n",
            "#include \"softmax.c\"\n",
            "#include __FILE__\n",
            "#include_next <math.h>\n",
            "#line 1 \"x\"\n",
            "# 1 \"x\" 3\n",
            "#pragma omp parallel for\n",
            "#pragma GCC poison exp\n",
            "_Pragma(\"once\")",
            "#define x y\n",
            "#define rows (rows+1)\n",
            "#undef __GNUC__\n",
            "#if 1\n",
            "#endif\n",
            "#else\n",
            "#error no\n",
            "#if __has_include(</etc/passwd>)\n",
            "__asm__(\"nop\");",
            "__attribute__((constructor))",
            "R\"(",
            "```",
            "```c\n",
            "\n```\n",
            "~~~\n",
            "</think>",
            "\n<<<<<<< SEARCH\n",
            "\n=======\n",
            "\n>>>>>>> REPLACE\n",
            "/* forge 1 c softmax\n",
            "extern",
            "9223372036854775808",
            "0xFFFFFFFFFFFFFFFFFFFF",
            "-9223372036854775808",
            "1e999",
            "0b2",
            "08",
            " * launch a grid(1) block(1)\n",
            " * launch a threads(0)\n",
            " * tune AA in 1 2 3\n",
            " * const BB = 1/0\n",
            " * require rows\n",
            " * scratch s f32[rows*cols*rows*cols]\n",
            " * scratch s f32[0-1]\n",
            " * option fastmath\n",
            "grid(4294967296)",
            "grid(2147483647, 65535, 65535)",
            "block(1024, 1024, 64)",
            "cluster(16)",
            "shared(0-1)",
            "resident",
            "cooperative",
            "overlap",
            "when(0)",
            "threads(1000000)",
            "args(",
            "ceildiv(1, 0)",
            "stride(x, 9)",
            "sizeof(",
            "dtype(x)",
            "log2(0)",
            "pow2ceil(9223372036854775807)");

    private final List<String> real;

    private Mutations(List<String> real) {
        this.real = List.copyOf(real);
    }

    /// Of the sources in these folders under src/, templates too.
    static Mutations ofSources(String language) {
        return new Mutations(Stream.of("main/resources/ops", "main/resources/selftest", "test/resources")
                .flatMap(folder -> files(ROOT.resolve(folder)))
                .filter(file -> file.toString().endsWith("." + language)
                        || file.toString().endsWith("." + language + ".mustache"))
                .map(Mutations::text)
                .filter(text -> text.startsWith("/* forge 1"))
                .toList());
    }

    /// Of models' answers, whole and as a part of one another.
    static Mutations ofAnswers() {
        return new Mutations(files(ROOT.resolve("test/resources/answers"))
                .map(Mutations::text)
                .toList());
    }

    static Mutations ofOps() {
        return new Mutations(Stream.of("main/resources/ops", "test/resources")
                .flatMap(folder -> files(ROOT.resolve(folder)))
                .filter(file -> file.toString().endsWith(".yaml"))
                .map(Mutations::text)
                .filter(text -> text.contains("op:"))
                .toList());
    }

    private static Stream<Path> files(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The text of a seed.
    String text(long seed) {
        var random = new Random(seed);
        var text = real.get(random.nextInt(real.size()));
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) text = changed(text, random);
        return text;
    }

    /// The text of a seed whose header is as it was: more of these reach a compiler.
    String body(long seed) {
        var random = new Random(seed);
        var text = real.get(random.nextInt(real.size()));
        int header = text.indexOf("*/") + 2;
        var body = text.substring(header);
        for (int changes = 1 + random.nextInt(2); changes > 0; changes--) body = changed(body, random);
        return text.substring(0, header) + body;
    }

    private static String changed(String text, Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> huge(text, random);
            case 1, 2 -> bytes(text, random);
            case 3, 4 -> lines(text, random);
            case 5 -> text.replace("\n", "\r\n");
            case 6 -> "\uFEFF" + text;
            case 7 -> text.substring(0, random.nextInt(text.length() + 1));
            case 8 -> spliced(text, random);
            case 9, 10, 11, 12, 13, 14, 15, 16 -> header(text, random);
            case 17, 18, 19, 20, 21, 22, 23, 24, 25, 26 -> inserted(text, random);
            default -> tokens(text, random);
        };
    }

    private static String inserted(String text, Random random) {
        int at = random.nextInt(text.length() + 1);
        return text.substring(0, at) + PIECES.get(random.nextInt(PIECES.size())) + text.substring(at);
    }

    /// In the part that our own parser reads.
    private static String header(String text, Random random) {
        int end = text.indexOf("*/");
        if (end <= 0) return inserted(text, random);
        return tokens(text.substring(0, end), random) + text.substring(end);
    }

    /// Flipped bits, read as the text that they then are.
    private static String bytes(String text, Random random) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) return text;
        for (int i = 1 + random.nextInt(3); i > 0; i--)
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return new String(bytes, random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    private static String lines(String text, Random random) {
        var lines = new ArrayList<>(text.lines().toList());
        if (lines.isEmpty()) return text;
        int at = random.nextInt(lines.size());
        switch (random.nextInt(3)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(random.nextInt(lines.size()), lines.get(at));
            default -> lines.add(random.nextInt(lines.size()), lines.remove(at));
        }
        return String.join("\n", lines) + "\n";
    }

    /// A token gone, twice there, exchanged with another or with a piece.
    private static String tokens(String text, Random random) {
        var tokens = new ArrayList<String>();
        var matcher = TOKEN.matcher(text);
        while (matcher.find()) tokens.add(matcher.group());
        if (tokens.isEmpty()) return text;
        int at = random.nextInt(tokens.size());
        int other = random.nextInt(tokens.size());
        switch (random.nextInt(4)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(other, tokens.get(at));
            case 2 -> tokens.set(at, tokens.set(other, tokens.get(at)));
            default -> tokens.set(at, PIECES.get(random.nextInt(PIECES.size())));
        }
        return String.join("", tokens);
    }

    /// A line continued where nobody would.
    private static String spliced(String text, Random random) {
        int at = random.nextInt(text.length() + 1);
        return text.substring(0, at) + (random.nextBoolean() ? "\\\n" : "\\  \n") + text.substring(at);
    }

    /// One of those that are large or deep, somewhere in the text.
    private static String huge(String text, Random random) {
        int at = random.nextBoolean() ? Math.max(0, text.indexOf("*/")) : random.nextInt(text.length() + 1);
        return text.substring(0, at) + ALL_HUGE.get(random.nextInt(ALL_HUGE.size())) + text.substring(at);
    }

    /// Large and deep pieces, each by itself enough to bring down what recurses or is quadratic.
    static final List<String> ALL_HUGE = List.of(
            "x".repeat(LONG),
            " ".repeat(LONG),
            "/*".repeat(LONG / 2),
            "\"".repeat(LONG),
            "\\\n".repeat(LONG / 2),
            "\n".repeat(LONG),
            "#\n".repeat(LONG / 2),
            "(".repeat(DEEP),
            " * require " + "(".repeat(DEEP) + "1" + ")".repeat(DEEP) + "\n",
            " * require " + "-".repeat(DEEP) + "1\n",
            " * require " + "1+".repeat(DEEP) + "1\n",
            " * require " + "min(".repeat(DEEP) + "\n",
            "{".repeat(DEEP) + "}".repeat(DEEP),
            " * tune AA in " + "1 ".repeat(DEEP) + "\n",
            many(" * tune T%d in 1 2 3 4\n", 3000),
            many(" * const C%d = rows*cols\n", 3000),
            many(" * launch l%d threads(1) args(x, y)\n", 3000),
            many(" * scratch s%d f32[rows]\n", 3000),
            many("#define B%d B%<d_ B%<d_ B%<d_\n", 3000),
            bomb(),
            "const char *s = \"" + "a".repeat(9_900) + "\";\n",
            "const char *s = \"" + "\\n".repeat(4_900) + "\";\n",
            "const char *s = \"" + "a".repeat(LONG) + "\";\n",
            ("#define A " + "\"a\"".repeat(3_000) + "\nconst char *s = A A A A A A A A A A A A A A A A A A A A;\n"),
            "extern ".repeat(LONG / 7) + "__shared__ int s;\n",
            "cuda" + "A".repeat(LONG) + "\n",
            "9".repeat(DEEP));

    private static String many(String line, int count) {
        var all = new StringBuilder();
        for (int i = 0; i < count; i++) all.append(String.format(line, i));
        return all.toString();
    }

    /// Each macro is ten of the one before.
    static String bomb() {
        var all = new StringBuilder("\n#define M0 1+1+1+1+1+1+1+1+1+1\n");
        for (int i = 1; i < 12; i++)
            all.append("#define M%d %s\n".formatted(i, ("M" + (i - 1) + "+").repeat(10) + "0"));
        return all + "int bomb = M11;\n";
    }
}
