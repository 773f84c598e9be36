package io.jforge.runtime.compile;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;

/// The child process that holds NVRTC: takes [NvrtcFrames.Ask] frames on standard input, answers on
/// standard output.
///
/// It can be killed in the middle of a compile, and its memory limited, which NVRTC in the notebook's
/// process cannot.
public final class NvrtcServer {
    /// As deep as compilers expect to recurse; Java's own threads have one megabyte.
    private static final long STACK_BYTES = 64 << 20;

    private NvrtcServer() {}

    /// Serves until its input ends, and then ends at once, in the middle of a compile too.
    ///
    /// @param args the library's path and its builtins' path
    public static void main(String[] args) {
        var out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        var asked = new LinkedBlockingQueue<NvrtcFrames.Ask>();
        Thread.ofPlatform().daemon().name("requests").start(() -> receive(asked));
        Thread.ofPlatform()
                .name("compiler")
                .stackSize(STACK_BYTES)
                .start(() -> serve(Path.of(args[0]), Path.of(args[1]), asked, out));
    }

    private static void receive(LinkedBlockingQueue<NvrtcFrames.Ask> asked) {
        try (var in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)))) {
            while (true) asked.add(NvrtcFrames.Ask.read(in));
        } catch (EOFException _) {
            Runtime.getRuntime().halt(0);
        } catch (IOException broken) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static void serve(
            Path library, Path builtins, LinkedBlockingQueue<NvrtcFrames.Ask> asked, DataOutputStream out) {
        try {
            var nvrtc = new NvrtcLibrary(library, builtins);
            new NvrtcFrames.Hello("", nvrtc.version(), nvrtc.architectures()).write(out);
            while (true) nvrtc.compile(asked.take()).write(out);
        } catch (IllegalArgumentException | NoSuchElementException unfit) {
            refuse(out, String.valueOf(unfit.getMessage()));
        } catch (IOException | InterruptedException gone) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static void refuse(DataOutputStream out, String trouble) {
        try {
            new NvrtcFrames.Hello(trouble, new CudaVersion(0, 0), new TreeSet<>()).write(out);
        } catch (IOException _) {
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }
}
