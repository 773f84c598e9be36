package io.jforge.jupyter.shell;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A type's declaration in a line, and how much is in it.
record TypeCard(String declaration, String contents) {

    static TypeCard of(Class<?> type) {
        String declaration = Stream.of(
                        modifiers(type),
                        kind(type),
                        type.getSimpleName() + parameters(type) + components(type),
                        above(type),
                        list("permits", type.isSealed() ? List.of(type.getPermittedSubclasses()) : List.of()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return new TypeCard(declaration, contents(type));
    }

    private static String modifiers(Class<?> type) {
        int shown = Modifier.PUBLIC | Modifier.PROTECTED;
        if (!type.isInterface() && !type.isEnum() && !type.isRecord()) {
            shown |= Modifier.ABSTRACT | Modifier.FINAL;
        }
        boolean ofCell = type.getName().startsWith("REPL."); // JShell makes those public and static
        String modifiers = Modifier.toString(type.getModifiers() & (ofCell ? shown & ~Modifier.PUBLIC : shown));
        return type.isSealed() ? (modifiers + " sealed").strip() : modifiers;
    }

    private static String kind(Class<?> type) {
        return type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    }

    private static String parameters(Class<?> type) {
        return type.getTypeParameters().length == 0
                ? ""
                : Arrays.stream(type.getTypeParameters())
                        .map(TypeVariable::getName)
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String components(Class<?> type) {
        return !type.isRecord()
                ? ""
                : Arrays.stream(type.getRecordComponents())
                        .map(TypeCard::component)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String component(RecordComponent component) {
        return SourceText.unqualified(component.getGenericType().getTypeName()) + " " + component.getName();
    }

    private static String above(Class<?> type) {
        Type parent = type.getGenericSuperclass();
        boolean plain = parent == null || parent == Object.class || type.isEnum() || type.isRecord();
        List<Type> interfaces = type.isAnnotation() ? List.of() : List.of(type.getGenericInterfaces());
        return Stream.of(
                        list("extends", plain ? List.of() : List.of(parent)),
                        list(type.isInterface() ? "extends" : "implements", interfaces))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String list(String word, List<? extends Type> types) {
        return types.isEmpty()
                ? ""
                : types.stream()
                        .map(Type::getTypeName)
                        .map(SourceText::unqualified)
                        .collect(Collectors.joining(", ", word + " ", ""));
    }

    private static String contents(Class<?> type) {
        return Stream.of(
                        count(type.getConstructors().length, "constructor"),
                        count(methods(type), "method"),
                        count(type.getFields().length, "field"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /// What every object can do tells nothing of this type.
    private static int methods(Class<?> type) {
        return (int) Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(Method::getName)
                .distinct()
                .count();
    }

    private static String count(int number, String what) {
        return number == 0 ? "" : "%d %s%s".formatted(number, what, number == 1 ? "" : "s");
    }
}
