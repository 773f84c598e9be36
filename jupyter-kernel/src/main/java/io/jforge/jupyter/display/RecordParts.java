package io.jforge.jupyter.display;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;

/// Records taken apart, as far as they show themselves the way the compiler has it.
final class RecordParts {
    private static final String COMPILERS = "Ljava/lang/runtime/ObjectMethods;";

    private static final ClassValue<Boolean> PLAIN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.isRecord() && isReadable(type) && hasCompilersText(type);
        }
    };

    private RecordParts() {}

    /// Whether it is a record whose author wrote no `toString`, and whose components can be read.
    static boolean isPlain(Object value) {
        return PLAIN.get(value.getClass());
    }

    private static boolean isReadable(Class<?> type) {
        try {
            for (var component : type.getRecordComponents())
                component.getAccessor().setAccessible(true);
            return true;
        } catch (RuntimeException closed) {
            return false; // of a module that does not let us
        }
    }

    /// The class alone tells: reflection sees no difference between a written `toString` and the compiler's.
    private static boolean hasCompilersText(Class<?> type) {
        var file = "/" + type.getName().replace('.', '/') + ".class";
        try (var bytes = type.getResourceAsStream(file)) {
            return bytes != null && isCompilers(ClassFile.of().parse(bytes.readAllBytes()));
        } catch (IOException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static boolean isCompilers(ClassModel type) {
        return type.methods().stream()
                .filter(method -> method.methodName().equalsString("toString")
                        && method.methodType().equalsString("()Ljava/lang/String;"))
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .anyMatch(RecordParts::callsCompilers);
    }

    private static boolean callsCompilers(CodeElement element) {
        return element instanceof InvokeDynamicInstruction call
                && call.bootstrapMethod().owner().descriptorString().equals(COMPILERS);
    }

    /// What a component holds.
    ///
    /// @throws Throwable what its accessor threw
    static Object read(RecordComponent component, Object value) throws Throwable {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(value);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
