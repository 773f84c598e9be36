package io.jforge.jupyter.shell;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The words that Java keeps for itself.
final class Words {
    static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "char", "double", "float", "int", "long", "short", "void");

    /// What a name can never be.
    static final Set<String> RESERVED = Set.copyOf(Stream.concat(
                    PRIMITIVES.stream(),
                    Stream.of(
                                    "abstract assert break case catch class const continue default do else enum extends false",
                                    "final finally for goto if implements import instanceof interface native new null package",
                                    "private protected public return static strictfp super switch synchronized this throw",
                                    "throws transient true try volatile while")
                            .flatMap(line -> Stream.of(line.split(" "))))
            .toList());

    /// What somebody may want to have completed, in alphabetical order.
    static final List<String> OFFERED = Stream.concat(
                    RESERVED.stream()
                            .filter(word -> !Set.of("const", "goto", "strictfp").contains(word)),
                    Stream.of("var", "record", "sealed", "permits", "yield", "when", "non-sealed"))
            .sorted()
            .toList();

    private Words() {}
}
