package io.jforge.jupyter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A declaration that were written as a block would be lost, so none may be.
class ShortcutTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "int x = 5;",
                "String s = f(3);",
                "var y = new int[] {1};",
                "List<Integer> l = List.of();",
                "int[] a = {1}, b = {2};",
                "Map<String, List<Integer>> m = new HashMap<>();",
                "java.util.List<String> q = null;",
                "final int z = 1;",
                "int f(int x) { return x; }",
                "<T> T g(T t) { return t; }",
                "void h() {}",
                "class A {}",
                "record P(int x) {}",
                "@Deprecated int old = 1;",
                "import java.util.*;",
                "int a;",
                "Foo foo;",
                "Foo<int[]> foo[];",
                "A.B<C> d = e();",
                "x -> x;",
                "if (a) b();",
                "for (;;) {}",
                "enum E { A }"
            })
    void noDeclarationBecomesABlock(String source) {
        assertThat(Shortcut.doing(source)).isEmpty();
        assertThat(Shortcut.keeping(source)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"println(1);", "a.b(c).d(e);", "x = 5;", "x += f(1);", "x >>>= 2;", "System.out.println(\"a\");"
            })
    void callsAndAssignmentsDo(String source) {
        assertThat(Shortcut.doing(source)).hasValue("{" + source + "\n;}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 + 1", "x", "f(1) // why", "new Foo(1)", "\"a\" + 'b'", "a ? b : c", "list.get(0).x"})
    void whatHasNoSemicolonIsTriedAsAValue(String source) {
        assertThat(Shortcut.keeping(source).orElse(""))
                .startsWith("java.lang.Object ")
                .endsWith(" = " + source + "\n;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1); f(2", "1 /* open", "(1", "\"open", "1) + (2", "1, x", "x, y = 3"})
    void whatWouldChangeItsMeaningInABlockStaysAsItIs(String source) {
        assertThat(Shortcut.keeping(source)).isEmpty();
    }
}
