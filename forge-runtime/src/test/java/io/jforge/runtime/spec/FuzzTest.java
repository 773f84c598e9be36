package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Whatever the text, the worst that comes back is a [SpecException].
class FuzzTest {
    private static final List<String> PIECES = List.of(
            "tune",
            "const",
            "require",
            "arch",
            "option",
            "scratch",
            "tensormap",
            "launch",
            "grid",
            "block",
            "threads",
            "args",
            "when",
            "(",
            ")",
            "[",
            "]",
            ",",
            "=",
            "==",
            "&&",
            "||",
            "!",
            "-",
            "+",
            "*",
            "/",
            "%",
            "<",
            "#",
            "\n",
            " * ",
            "*/",
            "/*",
            "TPB",
            "cols",
            "x",
            "f32",
            "sm_90a",
            "in",
            "of",
            "9223372036854775807",
            "0",
            "1",
            "if",
            "min",
            "sizeof",
            "stride",
            "dtype",
            "{",
            "}",
            ":",
            "é",
            "\0",
            "\uD800",
            "\t",
            "~",
            "\"",
            "- ",
            ".5",
            "1e9");

    private static int harmless(long seed, int rounds, List<String> texts, Consumer<String> body) {
        var random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < rounds; i++) {
            var text = mutated(texts.get(random.nextInt(texts.size())), random);
            try {
                body.accept(text);
            } catch (SpecException e) {
                assertThat(e.getMessage()).isNotBlank();
                refused++;
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed %d, round %d: %s".formatted(seed, i, text), e);
            }
        }
        return refused;
    }

    private static String mutated(String text, Random random) {
        var changed = new StringBuilder(text);
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(changed.length() + 1);
            int length = Math.min(random.nextInt(8), changed.length() - at);
            switch (random.nextInt(4)) {
                case 0 -> changed.delete(at, at + length);
                case 1 -> changed.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> changed.replace(at, at + length, PIECES.get(random.nextInt(PIECES.size())));
                default -> changed.insert(at, changed.substring(at, at + length).repeat(1 + random.nextInt(3)));
            }
        }
        return changed.toString();
    }

    private static List<String> headers() {
        return Stream.of("cu", "c")
                .flatMap(folder -> Examples.in(folder).stream())
                .map(Examples::text)
                .map(text -> text.substring(0, text.indexOf("*/") + 2))
                .toList();
    }

    @Test
    void headersNeverThrowAnythingElse() {
        var task = Task.of(Examples.op("softmax"), "16x64", "f32", Examples.GPU);
        int refused = harmless(1, 4_000, headers(), text -> {
            var source = Source.parse(text);
            LaunchPlan.admits(source, task, Map.of());
            LaunchPlan.of(source, task, Map.of());
        });
        assertThat(refused).isBetween(1_000, 3_999);
    }

    @Test
    void noiseNeverThrowsAnythingElse() {
        var random = new Random(2);
        for (int i = 0; i < 2_000; i++) {
            var text = new StringBuilder(random.nextBoolean() ? "/* forge 1 cuda softmax\n" : "/* forge 1 c softmax\n");
            for (int n = random.nextInt(40); n > 0; n--)
                text.append(PIECES.get(random.nextInt(PIECES.size()))).append(' ');
            harmless(i, 1, List.of(text + "*/"), Source::parse);
        }
    }

    @Test
    void expressionsNeverThrowAnythingElse() {
        var task = Task.of(Examples.op("softmax"), "16x64", "f32", Examples.TWO_CORES);
        var texts = List.of("ceildiv(rows, 4)*min(cols, 7) % 3", "if(has(x) && dtype(x) == f32, stride(x, 1), -rows)");
        harmless(3, 4_000, texts, text -> Expr.parse(text).eval(task));
        harmless(
                4,
                4_000,
                List.of("1/sqrt(cols)*0.5", "1e-5 + rows"),
                text -> Expr.parseReal(text).evalReal(task));
    }

    @Test
    void opsNeverThrowAnythingElse() {
        var texts = Examples.in("ops").stream().map(Examples::text).toList();
        int refused = harmless(5, 2_000, texts, text -> {
            var op = Op.parse(text);
            Task.of(op, null, null, Examples.TWO_CORES);
        });
        assertThat(refused).isBetween(400, 1_999);
    }

    @Test
    void shapesNeverThrowAnythingElse() {
        var ops = List.of(Examples.op("softmax"), Examples.op("group_norm"));
        var texts = List.of("4096x1024", "rows=4,cols=8", "n=1,c=32,hw=4,groups=8,eps=1e-3", "wide", "2x3x4");
        for (var op : ops) harmless(6, 1_000, texts, text -> Task.of(op, text, null, Examples.TWO_CORES));
        for (var op : ops)
            harmless(7, 1_000, List.of("f32", "T=f16,W=f32"), text -> Task.of(op, null, text, Examples.TWO_CORES));
    }
}
