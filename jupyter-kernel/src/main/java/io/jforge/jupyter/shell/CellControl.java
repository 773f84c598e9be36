package io.jforge.jupyter.shell;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/// What JShell runs compiled snippets with: in this process, on the cell thread, keeping the live value.
final class CellControl extends DirectExecutionControl {
    private final CellClasses classes;
    private final Runner runner;
    private CellRun run;
    private Object value;
    private Class<?> invoked;

    /// Runs a snippet's body on behalf of a run, and waits for it.
    interface Runner {
        Object run(CellRun run, Callable<?> body) throws Exception;
    }

    CellControl(CellClasses classes, Runner runner) {
        super(classes);
        this.classes = classes;
        this.runner = runner;
    }

    /// Sets whom the next snippets are for; null means the shell itself, on the calling thread.
    void workFor(CellRun newRun) {
        run = newRun;
    }

    /// Does what is for the shell itself, also in the middle of a run.
    void forShell(Runnable work) {
        CellRun former = run;
        run = null;
        try {
            work.run();
        } finally {
            run = former;
        }
    }

    /// Tells the reader of the cell something that is no failure.
    void note(String text) {
        if (run != null) {
            run.note(text);
        }
    }

    /// What the last snippet returned; asking forgets it.
    Object takeValue() {
        Object taken = value;
        value = null;
        return taken;
    }

    /// Lets go of the bytes of a class, which stays loaded.
    void forget(String className) {
        classes.forget(className);
    }

    /// The class around the last snippet that ran; asking forgets it.
    Optional<Class<?>> takeInvoked() {
        Class<?> taken = invoked;
        invoked = null;
        return Optional.ofNullable(taken);
    }

    /// Whether cells can name a type, by its full name.
    boolean isPublicType(String name) {
        return type(name).filter(type -> Modifier.isPublic(type.getModifiers())).isPresent();
    }

    /// The type of that full name; dots may stand for the dollars of nested ones.
    Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name, false, classes));
        } catch (ClassNotFoundException | LinkageError e) {
            int dot = name.lastIndexOf('.');
            boolean nested = dot > 0 && name.substring(0, dot).matches(".*\\.[A-Z]\\w*");
            return nested ? type(name.substring(0, dot) + "$" + name.substring(dot + 1)) : Optional.empty();
        }
    }

    /// What a variable of the cells holds, or null where that cannot be told.
    Object variable(String wrapper, String name) {
        try {
            var field = findClass(wrapper).getDeclaredField(name);
            field.setAccessible(true);
            return field.get(null);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        return classes.loadClass(name);
    }

    @Override
    protected String invoke(Method doIt) throws Exception {
        value = null;
        try {
            value = run == null ? doIt.invoke(null) : runner.run(run, () -> call(doIt));
        } finally {
            invoked = doIt.getDeclaringClass();
        }
        return ""; // JShell wants a text; making one of a large value, or calling its toString, is the renderer's work
    }

    private static Object call(Method doIt) throws Exception {
        try {
            return doIt.invoke(null);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof CellStopped stopped) {
                throw stopped;
            }
            throw ExceptionRow.of(e.getCause());
        }
    }

    @Override
    public String varValue(String className, String varName) {
        return "";
    }

    @Override
    protected String throwConvertedOtherException(Throwable e) throws RunException, InternalException {
        if (e instanceof CellStopped || e instanceof CellThread.StillRunning) {
            throw new StoppedException();
        }
        return throwConvertedInvocationException(e); // JShell would swallow an internal exception
    }

    /// Hands JShell this very control.
    ExecutionControlProvider provider() {
        return new ExecutionControlProvider() {
            @Override
            public String name() {
                return "cell";
            }

            @Override
            public ExecutionControl generate(ExecutionEnv env, Map<String, String> parameters) {
                return CellControl.this;
            }
        };
    }
}
