package io.jforge.jupyter.shell;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/// Reaches what other classes keep to themselves, which takes `--add-opens` of their package.
final class Inside {
    private Inside() {}

    /// What is found from an object through one field after the other.
    ///
    /// @throws ReflectiveOperationException where another JDK has no such field
    /// @throws RuntimeException             where the package is closed
    @SuppressWarnings("unchecked") // who names a field knows its type
    static <T> T of(Object owner, String... fields) throws ReflectiveOperationException {
        Object found = owner;
        for (String field : fields) {
            found = field(found.getClass(), field).get(found);
        }
        return (T) found;
    }

    /// A field that can be read.
    static Field field(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /// A method that takes nothing, and can be called.
    static Method method(Class<?> type, String name) throws ReflectiveOperationException {
        Method method = type.getDeclaredMethod(name);
        method.setAccessible(true);
        return method;
    }
}
