package io.jforge.jupyter.shell;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;

/// What JShell keeps of every snippet that it ever compiled: class files, and the texts that they were
/// compiled from.
///
/// Each compilation lists all the class files, and each text repeats all imports, so that cells get slower and the
/// kernel larger with each that ran. What no later cell can name is taken out here: the class file at once,
/// the text when it is no longer likely that an exception comes from it. That reaches into JShell, which
/// takes `--add-opens jdk.jshell/jdk.jshell=ALL-UNNAMED`; a process without it keeps all.
final class CompiledClasses {
    /// Whose lines exceptions can still tell.
    private static final int RECENT = 256;

    private final Optional<Map<?, ?>> files;
    private final Optional<Map<?, ?>> texts;
    private final Deque<Gone> recent = new ArrayDeque<>();

    private record Gone(String className, Snippet snippet) {}

    CompiledClasses(JShell jshell) {
        files = value(jshell, "taskFactory")
                .flatMap(factory -> value(factory, "fileManager"))
                .flatMap(manager -> value(manager, "classObjects"))
                .filter(Map.class::isInstance)
                .map(Map.class::cast);
        texts = value(jshell, "outerMap")
                .flatMap(map -> value(map, "classOuters"))
                .filter(Map.class::isInstance)
                .map(Map.class::cast);
    }

    private static Optional<Object> value(Object owner, String name) {
        return field(owner.getClass(), name).flatMap(field -> {
            try {
                return Optional.ofNullable(field.get(owner));
            } catch (IllegalAccessException closed) {
                return Optional.empty();
            }
        });
    }

    /// Nothing with another JDK's JShell, or one that is not opened.
    private static Optional<Field> field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return Optional.of(field);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return Optional.empty();
        }
    }

    /// Takes out a snippet's class and those inside it.
    void remove(String className, Snippet snippet) {
        files.ifPresent(classes -> classes.keySet().removeIf(key -> isPartOf(key.toString(), className)));
        recent.add(new Gone(className, snippet));
        if (recent.size() > RECENT) forget(recent.remove());
    }

    private void forget(Gone gone) {
        texts.ifPresent(all -> all.remove(gone.className()));
        field(Snippet.class, "outer").ifPresent(outer -> {
            try {
                outer.set(gone.snippet(), null);
            } catch (IllegalAccessException closed) {
                // then it stays
            }
        });
    }

    static boolean isPartOf(String name, String outer) {
        return name.startsWith(outer) && (name.length() == outer.length() || name.charAt(outer.length()) == '$');
    }
}
