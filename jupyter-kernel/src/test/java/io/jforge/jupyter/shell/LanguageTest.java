package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Thrown;
import io.jforge.jupyter.shell.CellResult.Value;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The Java that cells may be written in (JUPYTER.md, cases 14 to 19).
@Timeout(60)
class LanguageTest {
    private static Shell shell;
    private final StringBuffer printed = new StringBuffer();

    @BeforeAll
    static void start() {
        shell = Shell.start(ShellSetup.plain());
    }

    @AfterAll
    static void stop() {
        shell.close();
    }

    private CellResult run(String code) {
        return shell.evaluate(code, "cell 1", (_, text) -> printed.append(text));
    }

    private String valueOf(String code) {
        CellResult result = run(code);
        assertThat(result).as(code).isInstanceOf(Value.class);
        return Objects.toString(((Value) result).value());
    }

    /// A cell, and what its last line is.
    record Example(String cell, String value) {}

    static List<Example> examples() {
        return List.of(
                new Example("""
                        record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException(); } }
                        new Point(1, 2)""", "Point[x=1, y=2]"),
                new Example("""
                        sealed interface Shape permits Circle, Square {}
                        record Circle(double r) implements Shape {}
                        record Square(double side) implements Shape {}
                        double area(Shape s) {
                            return switch (s) {
                                case Circle(double r) when r > 100 -> -1;
                                case Circle(var r) -> 3 * r * r;
                                case Square(double side) -> side * side;
                            };
                        }
                        List.of(area(new Circle(2)), area(new Square(3)), area(new Circle(101)))""", "[12.0, 9.0, -1.0]"),
                new Example("""
                        class Left { Right right; }
                        class Right { Left left = new Left(); }
                        new Right().left.right""", "null"),
                new Example("""
                        <T extends Comparable<T>> T largest(List<T> all) {
                            return all.stream().max(Comparator.naturalOrder()).orElseThrow();
                        }
                        largest(List.of(3, 9, 2))""", "9"),
                new Example("""
                        boolean even(int n) { return n == 0 || odd(n - 1); }
                        boolean odd(int n) { return n != 0 && even(n - 1); }
                        even(10)""", "true"),
                new Example("import module java.net.http;\nHttpClient.class.getSimpleName()", "HttpClient"),
                new Example("""
                        BiFunction<Integer, Integer, Integer> first = (x, _) -> x;
                        int seen = 0;
                        for (var _ : List.of(1, 2)) seen++;
                        try { Integer.parseInt("no"); } catch (NumberFormatException _) { seen += 10; }
                        first.apply(seen, 0)""", "12"),
                new Example("\"\"\"\n    Hello\n      \"there\" \\\n    friend\"\"\"", "Hello\n  \"there\" friend"),
                new Example("""
                        enum Planet {
                            EARTH { double g() { return 9.8; } }, MARS;
                            double g() { return 3.7; }
                        }
                        Planet.EARTH.g() + Planet.valueOf("MARS").g()""", "13.5"),
                new Example("""
                        interface Greeter {
                            String greet(String name);
                            default String twice(String name) { return greet(name) + greet(name); }
                            static Greeter polite() { return name -> "Dear " + name + ". "; }
                        }
                        Greeter.polite().twice("A")""", "Dear A. Dear A. "),
                new Example("""
                        class Outer {
                            class Inner { int seven = 7; }
                            static class Nested { static int three = 3; }
                        }
                        new Outer().new Inner().seven + Outer.Nested.three""", "10"),
                new Example("""
                        record Node<T>(T value, Node<T> next) { int size() { return next == null ? 1 : 1 + next.size(); } }
                        new Node<>(1, new Node<>(2, null)).size()""", "2"),
                new Example("""
                        import java.lang.annotation.*;
                        @Retention(RetentionPolicy.RUNTIME) @interface Mark { String value() default "none"; }
                        @Mark("m") class Marked {}
                        Marked.class.getAnnotation(Mark.class).value()""", "m"),
                new Example(
                        "int base = 10;\nIntUnaryOperator add = x -> x + base;\nbase = 20;\nadd.applyAsInt(1)", "21"),
                new Example("""
                        Object any = 42;
                        String kind = switch (any) {
                            case Integer i when i > 40 -> "big " + i;
                            case Integer _ -> "small";
                            case null, default -> "other";
                        };
                        kind""", "big 42"),
                new Example("any instanceof Integer i && i > 3", "true"),
                new Example(
                        "final var fixed = List.of(1);\nint a = 1, b[] = {2, 3};\nfixed.size() + a + b.length", "4"),
                new Example("var hidden = new Object() { int inside = 3; };\nhidden.inside", "3"),
                new Example(
                        "private static int plus(int n) { return n + 1; }\npublic final int four = 4;\nplus(four)",
                        "5"),
                new Example("""
                        abstract class Animal { abstract String sound(); public String toString() { return sound(); } }
                        class Cow extends Animal { String sound() { return "moo"; } }
                        new Cow()""", "moo"),
                new Example("Thread.sleep(1); URI.create(\"http://host/\").toURL().getHost()", "host"),
                new Example(
                        "Pattern.compile(\"b+\").matcher(\"abb\").results().map(MatchResult::group).toList()", "[bb]"),
                new Example("1 + 1; 2 + 2; 3 + 3", "6"),
                new Example("label:\nfor (int i = 0; i < 3; i++) for (;;) continue label;\n\"done\"", "done"),
                new Example("Stream.of(\"b\", \"a\").sorted().collect(Collectors.joining(\",\"))", "a,b"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aCellIsJava(Example example) {
        assertThat(valueOf(example.cell())).isEqualTo(example.value());
    }

    @Test
    void aProgramWithMainRunsAsItIs() {
        run("""
                public class Main {
                    public static void main(String[] args) { System.out.println("main of " + args.length); }
                }
                Main.main(new String[] {"one"});""");
        assertThat(printed.toString().strip()).isEqualTo("main of 1");
    }

    @Test
    void aMethodWaitsForATypeThatIsNamed() {
        assertThat(((CompileError) run("Missing make() { return null; }")).text())
                .contains("make can be used once class Missing is defined");
        assertThat(((CompileError) run("make()")).text()).contains("make can be used once class Missing is defined");
        run("class Missing {}");
        assertThat(valueOf("make()")).isEqualTo("null");
    }

    @Test
    void aMethodThatNeedsAVariableSaysWhich() {
        CellResult result = run("void tell(Object o) { System.out.println(obj); }\ntell(1)");
        assertThat(((Thrown) result).text())
                .startsWith(
                        "UndefinedName: tell needs variable obj, which is not defined\n    at tell (cell 1, line 1)")
                .doesNotContain("jdk.jshell", "Exception");
    }

    @Test
    void aMethodCanBeWrittenAgainAndItsCallersSeeIt() {
        run("int answer() { return 1; }\nint ask() { return answer() * 10; }");
        assertThat(valueOf("ask()")).isEqualTo("10");
        run("int answer() { return 2; }");
        assertThat(valueOf("ask()")).isEqualTo("20");
    }

    @Test
    void aVariableCanTakeAnotherType() {
        assertThat(valueOf("int changing = 3;\nString changing = \"three\";\nchanging"))
                .isEqualTo("three");
    }

    @Test
    void aClassCanBeWrittenAgainWhileOldObjectsAreAround() {
        run(
                "class Counter { int n = 1; int get() { return n; } }\nObject kept = new Counter(); var counter = new Counter();");
        assertThat(valueOf("counter.get()")).isEqualTo("1");
        printed.setLength(0);
        assertThat(valueOf("class Counter { int n = 2; int get() { return n * 10; } }\nnew Counter().get()"))
                .isEqualTo("20");
        assertThat(printed.toString()).contains("counter", "null", "Counter");
        assertThat(valueOf("counter")).isEqualTo("null");
        assertThat(valueOf("kept == null")).isEqualTo("false");
        assertThat(valueOf("kept instanceof Counter")).isEqualTo("false");
    }

    @Test
    void previewFeaturesNeedTheJvmsConsent() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        var command = List.of(
                java, "--enable-preview", "-cp", System.getProperty("java.class.path"), Preview.class.getName());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes()).strip()).endsWith("Value[value=small]");
    }

    /// What a JVM with preview features runs.
    static final class Preview {
        public static void main(String[] args) {
            try (var shell = Shell.start(ShellSetup.plain().withPreview())) {
                String cell = "switch (42L) { case long n when n > 50 -> \"large\"; case long _ -> \"small\"; }";
                System.out.println(shell.evaluate(cell, "cell 1", (_, _) -> {}));
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
