package io.jforge.jupyter.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/// Puts itself in the place of `System.out`, `err` and `in`, and sends each thread's text to the cell it works for.
///
/// Threads of no cell keep the streams that the process began with.
final class CellStreams implements AutoCloseable {
    private final PrintStream formerOut = System.out;
    private final PrintStream formerErr = System.err;
    private final InputStream formerIn = System.in;
    private final PrintStream out = new Routed(Output.Stream.OUT, formerOut);
    private final PrintStream err = new Routed(Output.Stream.ERR, formerErr);
    private final InputStream in = new Asker(formerIn);

    private CellStreams() {
        System.setOut(out);
        System.setErr(err);
        System.setIn(in);
        Thread.setDefaultUncaughtExceptionHandler(CellStreams::died);
    }

    /// A thread that was stopped with its cell has nothing to complain of.
    private static void died(Thread thread, Throwable failure) {
        if (!(failure instanceof CellStopped)) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            System.err.print(
                    "Exception in thread \"%s\" %s".formatted(thread.getName(), Traces.tidied(trace.toString())));
        }
    }

    static CellStreams install() {
        return new CellStreams();
    }

    @Override
    public void close() {
        System.setOut(formerOut);
        System.setErr(formerErr);
        System.setIn(formerIn);
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    /// Puts itself back where a cell has left nothing: JShell itself prints to those streams, and so do
    /// later cells.
    void mend() {
        if (System.out == null) System.setOut(out);
        if (System.err == null) System.setErr(err);
        if (System.in == null) System.setIn(in);
    }

    /// Shared by all cells, so none can close it.
    private static final class Routed extends PrintStream {
        Routed(Output.Stream stream, PrintStream otherwise) {
            super(new Router(stream, otherwise), true, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            flush();
        }
    }

    private static final class Asker extends InputStream {
        private final InputStream otherwise;

        Asker(InputStream otherwise) {
            this.otherwise = otherwise;
        }

        private InputStream ofThisThread() {
            CellRun run = CellRun.ofThisThread();
            return run == null ? otherwise : run.in();
        }

        @Override
        public int read() throws IOException {
            return ofThisThread().read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return ofThisThread().read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return ofThisThread().available();
        }
    }

    private static final class Router extends OutputStream {
        private final Output.Stream stream;
        private final PrintStream otherwise;

        Router(Output.Stream stream, PrintStream otherwise) {
            this.stream = stream;
            this.otherwise = otherwise;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            CellRun run = CellRun.ofThisThread();
            if (run == null) {
                otherwise.write(bytes, offset, length);
            } else {
                run.write(stream, bytes, offset, length);
            }
        }

        @Override
        public void flush() {
            if (CellRun.ofThisThread() == null) {
                otherwise.flush();
            }
        }
    }
}
