package io.jforge.runtime.device;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;

/// The child process that runs candidates on one device (`cpu`, `cuda:0`): takes [Request] frames on standard input,
/// answers [Reply] frames on standard output. It never holds an expected answer.
///
/// Its second and third word, if it has them, say how much memory it may take and how large a file it may write: it
/// then restrains itself before it serves.
public final class Worker {
    /// What a program of its own would have on most systems; a Java thread has an eighth of it.
    static final long STACK_BYTES = 8L << 20;

    private static volatile boolean serves;

    private Worker() {}

    /// Serves until its input ends, and then ends at once, whatever a candidate is doing.
    public static void main(String[] args) {
        try {
            boolean moves = args.length > 1 && Syscalls.known();
            var in = moves ? requests() : new FileInputStream(FileDescriptor.in);
            var out = new DataOutputStream(moves ? replies() : new FileOutputStream(FileDescriptor.out));
            System.setOut(System.err);
            serves = true;
            var requests = new LinkedBlockingQueue<Asked>();
            Thread.ofPlatform().daemon().name("requests").start(() -> receive(in, requests));
            new Thread(null, () -> serve(args, requests, out), "engine", STACK_BYTES).start();
        } catch (IOException failed) {
            die(failed.getMessage());
        }
    }

    /// A request, and the tag that its reply must carry.
    private record Asked(long tag, Request request) {}

    /// Standard input is then empty.
    private static InputStream requests() throws IOException {
        return Descriptor.moved(0, Descriptor.nothing()).input();
    }

    /// What is then written to standard output goes to standard error.
    private static OutputStream replies() throws IOException {
        return Descriptor.moved(1, 2).output();
    }

    private static void serve(String[] args, LinkedBlockingQueue<Asked> requests, DataOutputStream out) {
        var custody = args.length > 1
                ? Custody.enter(new Restraint.Limits(Long.parseLong(args[1]), Long.parseLong(args[2])))
                : Custody.none();
        var engine = Engine.on(args[0], custody);
        try {
            while (true) {
                var asked = requests.take();
                var reply = engine.answer(asked.request());
                Frames.write(out, asked.tag(), to -> Reply.write(to, reply));
            }
        } catch (IOException | InterruptedException failed) {
            die("cannot answer: " + failed.getMessage());
        }
    }

    /// Whether this process is a worker, which may end at any time.
    static boolean isHere() {
        return serves;
    }

    /// Says why, where the parent reads it, and ends: the device can do nothing more in this process.
    static void die(String why) {
        System.err.println(why);
        System.err.flush();
        Runtime.getRuntime().halt(1);
    }

    private static void receive(InputStream from, LinkedBlockingQueue<Asked> requests) {
        try (var in = new DataInputStream(new BufferedInputStream(from))) {
            while (true) {
                var frame = Frames.read(in);
                requests.add(new Asked(frame.tag(), Request.read(frame.content())));
            }
        } catch (EOFException _) {
            Runtime.getRuntime().halt(0);
        } catch (IOException broken) {
            die(broken.getMessage());
        }
    }
}
