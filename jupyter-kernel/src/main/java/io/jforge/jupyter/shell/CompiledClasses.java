package io.jforge.jupyter.shell;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Optional;
import jdk.jshell.JShell;

/// The class files that JShell keeps of every snippet it ever compiled, those of dropped ones too.
///
/// Each compilation lists them all, so that cells get slower by a microsecond or two for each that ran.
/// What no later cell can name is taken out here. That reaches into JShell, which takes `--add-opens
/// jdk.jshell/jdk.jshell=ALL-UNNAMED`; a process without it keeps all.
final class CompiledClasses {
    private final Optional<Map<?, ?>> byName;

    CompiledClasses(JShell jshell) {
        byName = field(jshell, "taskFactory")
                .flatMap(factory -> field(factory, "fileManager"))
                .flatMap(manager -> field(manager, "classObjects"))
                .filter(Map.class::isInstance)
                .map(Map.class::cast);
    }

    private static Optional<Object> field(Object owner, String name) {
        try {
            Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return Optional.ofNullable(field.get(owner));
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return Optional.empty(); // another JDK's JShell, or one that is not opened
        }
    }

    /// Takes out a class and those inside it.
    void remove(String className) {
        byName.ifPresent(classes -> classes.keySet().removeIf(key -> isPartOf(key.toString(), className)));
    }

    static boolean isPartOf(String name, String outer) {
        return name.startsWith(outer) && (name.length() == outer.length() || name.charAt(outer.length()) == '$');
    }
}
