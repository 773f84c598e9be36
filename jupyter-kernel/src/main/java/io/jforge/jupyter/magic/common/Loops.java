package io.jforge.jupyter.magic.common;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;

/// What the code of a `%timeit` calls: it runs inside the cell, so interrupts and traces are the cell's own.
///
/// Cells see this class although the rest of its jar is hidden from them, so its signatures name the JDK alone.
public final class Loops {
    private static final VarHandle NUMBER = field("number", long.class);
    private static final VarHandle OBJECT = field("object", Object.class);

    @SuppressWarnings("unused") // written through its handle, and never read
    private static long number;

    @SuppressWarnings("unused")
    private static Object object;

    private Loops() {}

    /// Measures and prints what it found.
    ///
    /// @param loops how many loops a run has, or 0 for as many as it takes
    /// @param runs how many runs there are, or 0 for the usual number
    /// @param code given a number of loops, makes what runs them and returns the nanoseconds that they took
    public static void measure(long loops, int runs, LongFunction<Callable<Long>> code) throws Exception {
        try {
            System.out.println(new LoopTimer(code).measure(loops, runs).text());
        } finally {
            object = null;
        }
    }

    /// Takes a value, so that the compiler cannot leave out the work that made it: an opaque write stays where
    /// it is, and what is read from memory before it is read anew after it.
    public static void take(Object value) {
        OBJECT.setOpaque(value);
    }

    public static void take(long value) {
        NUMBER.setOpaque(value);
    }

    public static void take(double value) {
        NUMBER.setOpaque(Double.doubleToRawLongBits(value));
    }

    public static void take(boolean value) {
        NUMBER.setOpaque(value ? 1L : 0L);
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Loops.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
