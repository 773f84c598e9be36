package io.jforge.jupyter.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Where a kernel listens and how its messages are signed: the content of a connection file.
public record ConnectionInfo(
        String transport,
        String ip,
        int shellPort,
        int controlPort,
        int iopubPort,
        int stdinPort,
        int hbPort,
        String key,
        String signatureScheme) {

    public ConnectionInfo {
        if (!transport.equals("tcp") && !transport.equals("ipc")) {
            throw new WireException("unknown transport '%s' in the connection file".formatted(transport));
        }
        for (int port : new int[] {shellPort, controlPort, iopubPort, stdinPort, hbPort}) {
            if (port < 1 || port > 65535) {
                throw new WireException("port %d in the connection file is not between 1 and 65535".formatted(port));
            }
        }
    }

    public static ConnectionInfo read(Path file) {
        try {
            JsonNode json = Json.MAPPER.readTree(Files.readString(file));
            return new ConnectionInfo(
                    json.path("transport").asString("tcp"),
                    json.path("ip").asString("127.0.0.1"),
                    json.path("shell_port").asInt(0),
                    json.path("control_port").asInt(0),
                    json.path("iopub_port").asInt(0),
                    json.path("stdin_port").asInt(0),
                    json.path("hb_port").asInt(0),
                    json.path("key").asString(""),
                    json.path("signature_scheme").asString("hmac-sha256"));
        } catch (IOException | JacksonException e) {
            throw new WireException("cannot read the connection file %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// Writes the connection file, readable by its owner alone since it holds the key.
    public void write(Path file) {
        ObjectNode json = Json.object()
                .put("transport", transport)
                .put("ip", ip)
                .put("shell_port", shellPort)
                .put("control_port", controlPort)
                .put("iopub_port", iopubPort)
                .put("stdin_port", stdinPort)
                .put("hb_port", hbPort)
                .put("key", key)
                .put("signature_scheme", signatureScheme);
        try {
            Files.deleteIfExists(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                var ownerOnly = PosixFilePermissions.fromString("rw-------");
                Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
            }
            Files.writeString(file, json.toPrettyString());
        } catch (IOException e) {
            throw new WireException("cannot write the connection file %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// The ZeroMQ address of one of the five ports.
    public String address(int port) {
        return transport.equals("ipc") ? "ipc://%s-%d".formatted(ip, port) : "tcp://%s:%d".formatted(ip, port);
    }

    /// Five ports of the loopback interface that were free a moment ago.
    public static ConnectionInfo onFreePorts(String key) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            int[] port = new int[5];
            for (int i = 0; i < port.length; i++) {
                var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(socket);
                port[i] = socket.getLocalPort();
            }
            return new ConnectionInfo(
                    "tcp", "127.0.0.1", port[0], port[1], port[2], port[3], port[4], key, "hmac-sha256");
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback interface", e);
        } finally {
            held.forEach(ConnectionInfo::close);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
