package io.jforge.runtime.device;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;

/// The child process that runs candidates on one device (`cpu`, `cuda:0`): takes [Request] frames on standard input,
/// answers [Reply] frames on
/// standard output. It never holds an expected answer.
public final class Worker {
    /// What a program of its own would have on most systems; a Java thread has an eighth of it.
    static final long STACK_BYTES = 8L << 20;

    private static volatile boolean serves;

    private Worker() {}

    /// Serves until its input ends, and then ends at once, whatever a candidate is doing.
    public static void main(String[] args) {
        var out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        serves = true;
        var requests = new LinkedBlockingQueue<Request>();
        Thread.ofPlatform().daemon().name("requests").start(() -> receive(requests));
        new Thread(null, () -> serve(args[0], requests, out), "engine", STACK_BYTES).start();
    }

    private static void serve(String device, LinkedBlockingQueue<Request> requests, DataOutputStream out) {
        var engine = Engine.on(device);
        try {
            while (true) send(out, engine.answer(requests.take()));
        } catch (IOException | InterruptedException _) {
            Runtime.getRuntime().halt(1);
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

    private static void receive(LinkedBlockingQueue<Request> requests) {
        try (var in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)))) {
            while (true) {
                in.readInt();
                requests.add(Request.read(in));
            }
        } catch (EOFException _) {
            Runtime.getRuntime().halt(0);
        } catch (IOException broken) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static void send(DataOutputStream out, Reply reply) throws IOException {
        var bytes = new ByteArrayOutputStream();
        Reply.write(new DataOutputStream(bytes), reply);
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        out.flush();
    }
}
