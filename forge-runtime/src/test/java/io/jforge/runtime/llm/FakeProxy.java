package io.jforge.runtime.llm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A proxy that takes every host for one server of this machine, and lets nothing of https pass.
final class FakeProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final URI server;
    private final int refusal;
    private final List<String> heads = new CopyOnWriteArrayList<>();

    /// @param refusal what a CONNECT is answered
    FakeProxy(String server, int refusal) {
        this.server = URI.create(server);
        this.refusal = refusal;
        try {
            socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    /// Each request with its headers, as it came.
    List<String> heads() {
        return heads;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                var caller = socket.accept();
                Thread.ofVirtual().start(() -> pass(caller));
            } catch (IOException _) {
                return; // it was closed
            }
        }
    }

    private void pass(Socket caller) {
        try (caller) {
            var in = caller.getInputStream();
            var head = head(in);
            heads.add(head);
            if (head.startsWith("CONNECT ")) {
                var refused = "HTTP/1.1 %d no\r\nContent-Length: 0\r\n\r\n".formatted(refusal);
                caller.getOutputStream().write(refused.getBytes(StandardCharsets.ISO_8859_1));
            } else forward(head, in, caller);
        } catch (IOException _) {
            return; // a caller that has gone
        }
    }

    /// In the form that a server takes, without what is the proxy's own.
    private void forward(String head, InputStream in, Socket caller) throws IOException {
        var path = head.replaceFirst("(?s)^(\\S+) http://[^/ ]+(\\S*) ", "$1 $2 ")
                .replaceAll("(?im)^proxy-.*\\R", "")
                .replaceFirst("(?im)^connection:.*\\R", "")
                .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n");
        try (var there = new Socket(server.getHost(), server.getPort())) {
            there.getOutputStream().write(path.getBytes(StandardCharsets.ISO_8859_1));
            there.getOutputStream().write(in.readNBytes(length(head)));
            there.getInputStream().transferTo(caller.getOutputStream());
        }
    }

    private static int length(String head) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, "content-length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
    }

    private static String head(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        while (!bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) throw new IOException("cut off");
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
