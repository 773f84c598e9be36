package io.jforge.runtime.llm;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server that speaks the streaming protocols of all four providers, and misbehaves on request. Every
/// error that it answers with repeats the key that it was sent, as a careless server might.
///
/// ```java
/// try (var provider = FakeProvider.start().answer("first", "second").misbehave(FakeProvider.Fault.RATE_LIMIT)) {
///     llms.open(LlmName.parse(provider.name(Provider.OPENAI)), Limits.USUAL).ask(question, heard);
/// }
/// ```
public final class FakeProvider implements AutoCloseable {
    private static final int PIECE = 12;
    private static final String MODELS = FakeProtocol.json(Map.of(
            "data", List.of(Map.of("id", FakeProtocol.MODEL)),
            "models", List.of(Map.of("name", "models/" + FakeProtocol.MODEL, "model", FakeProtocol.MODEL))));
    static final int RETRY_AFTER_SECONDS = 7;

    /// What may go wrong with one request.
    public enum Fault {
        NONE,
        RATE_LIMIT,
        RATE_LIMIT_BY_DATE,
        RATE_LIMIT_FOR_HOURS,
        OVERLOADED_503,
        OVERLOADED_529,
        SERVER_ERROR,
        BAD_GATEWAY,
        BAD_KEY,
        FORBIDDEN,
        PAYMENT_REQUIRED,
        NO_QUOTA,
        UNKNOWN_MODEL,
        TOO_LONG,
        BAD_REQUEST,
        STALL_BEFORE_HEADERS,
        STALL_AFTER_HEADERS,
        STALL_MID_STREAM,
        SLOW_DRIP,
        TRUNCATED,
        CUT,
        RESET,
        RESET_AT_ONCE,
        HTML,
        GARBAGE,
        EMPTY_CHOICES,
        WRONG_SCHEMA,
        ERROR_IN_STREAM,
        INVALID_UTF8,
        FILTERED,
        MAX_TOKENS,
        ECHOES_KEY
    }

    /// @param headers by name in lower case
    public record Request(String method, String path, Map<String, String> headers, String body) {
        /// The key, however it came.
        String key() {
            var bearer = headers.getOrDefault("authorization", "").replace("Bearer ", "");
            var named = headers.getOrDefault("x-api-key", headers.getOrDefault("x-goog-api-key", bearer));
            int query = path.indexOf("key=");
            return query < 0 ? named : path.substring(query + "key=".length());
        }
    }

    private final ServerSocket server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final Deque<String> answers = new ArrayDeque<>(List.of("an answer"));
    private final Deque<Fault> faults = new ArrayDeque<>();
    private Fault always = Fault.NONE;

    private FakeProvider(ServerSocket server) {
        this.server = server;
        Thread.ofVirtual().start(this::serve);
    }

    /// Answers `an answer` until it is told otherwise.
    public static FakeProvider start() {
        try {
            return new FakeProvider(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// What coming questions are answered with, one after another; the last again and again.
    public synchronized FakeProvider answer(String... texts) {
        answers.clear();
        answers.addAll(Arrays.asList(texts));
        return this;
    }

    /// What goes wrong with the coming requests, one after another; those after them go well.
    public synchronized FakeProvider misbehave(Fault... coming) {
        faults.addAll(Arrays.asList(coming));
        return this;
    }

    /// What goes wrong with every request from now on.
    public synchronized FakeProvider always(Fault fault) {
        always = fault;
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /// As `--llm` takes it.
    public String name(Provider provider) {
        return provider.label() + ":" + FakeProtocol.MODEL + "@" + url()
                + switch (provider) {
                    case OPENAI, ANTHROPIC -> "/v1";
                    case GEMINI -> "/v1beta";
                    case OLLAMA, RELAY -> "";
                };
    }

    /// All that came so far.
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /// Connections that are not closed yet.
    int open() {
        return open.size();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (var socket : open) socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> answer(socket));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            var request = read(new BufferedInputStream(socket.getInputStream()));
            requests.add(request);
            new Connection(socket, request, next()).answer();
        } catch (IOException | InterruptedException _) {
            return; // the client has gone
        } finally {
            open.remove(socket);
        }
    }

    private synchronized Fault next() {
        return faults.isEmpty() ? always : faults.poll();
    }

    private synchronized String text() {
        return answers.size() > 1 ? answers.poll() : answers.peek();
    }

    private static Request read(InputStream in) throws IOException {
        var first = line(in).split(" ");
        if (first.length < 2) throw new IOException("no request");
        var headers = new TreeMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Request(first[0], first[1], headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) if (c != '\r') line.append((char) c);
        return line.toString();
    }

    /// One request being answered.
    private final class Connection {
        private static final long FOR_EVER = 60_000;
        private static final long DRIP_MILLIS = 20;

        private final Socket socket;
        private final OutputStream out;
        private final Request request;
        private final Fault fault;
        private final FakeProtocol protocol;

        Connection(Socket socket, Request request, Fault fault) throws IOException {
            this.socket = socket;
            this.out = socket.getOutputStream();
            this.request = request;
            this.fault = fault;
            this.protocol = FakeProtocol.of(request.path());
        }

        void answer() throws IOException, InterruptedException {
            switch (fault) {
                case RATE_LIMIT -> limited(String.valueOf(RETRY_AFTER_SECONDS));
                case RATE_LIMIT_BY_DATE -> limited("Wed, 21 Oct 2026 07:28:00 GMT");
                case RATE_LIMIT_FOR_HOURS -> limited("7200");
                case OVERLOADED_503 -> error(503, "unavailable", "no capacity");
                case OVERLOADED_529 -> error(529, "overloaded_error", "Overloaded");
                case SERVER_ERROR -> error(500, "api_error", "internal error");
                case BAD_GATEWAY -> error(502, "bad_gateway", "bad gateway");
                case BAD_KEY -> badKey();
                case FORBIDDEN -> error(403, "permission_error", "not allowed");
                case PAYMENT_REQUIRED -> error(402, "payment_required", "insufficient balance");
                case NO_QUOTA -> noQuota();
                case UNKNOWN_MODEL -> error(404, "model_not_found", "no model " + FakeProtocol.MODEL + " not found");
                case TOO_LONG -> tooLong();
                case BAD_REQUEST -> error(400, "invalid_request_error", "temperature is out of range");
                case STALL_BEFORE_HEADERS -> Thread.sleep(FOR_EVER);
                case RESET_AT_ONCE -> reset();
                case HTML -> page();
                default -> stream();
            }
        }

        private void limited(String retryAfter) throws IOException {
            send(429, "Retry-After: " + retryAfter + "\r\n", body(429, "rate_limit_error", "slow down"));
        }

        private void badKey() throws IOException {
            if (protocol == FakeProtocol.GEMINI)
                error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.");
            else error(401, "authentication_error", "invalid api key");
        }

        private void noQuota() throws IOException {
            if (protocol == FakeProtocol.ANTHROPIC)
                error(400, "invalid_request_error", "Your credit balance is too low to access the API.");
            else error(429, "insufficient_quota", "insufficient_quota: you exceeded your current quota");
        }

        private void tooLong() throws IOException {
            switch (protocol) {
                case OPENAI -> error(400, "context_length_exceeded", "maximum context length is 8192 tokens");
                case ANTHROPIC -> error(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000");
                case GEMINI -> error(400, "INVALID_ARGUMENT", "The input token count exceeds the maximum number");
                case OLLAMA -> error(400, "", "the input length exceeds the context length");
            }
        }

        private void error(int status, String kind, String message) throws IOException {
            send(status, "", body(status, kind, message));
        }

        private String body(int status, String kind, String message) {
            return protocol.error(status, kind, message + " (you sent " + request.key() + ")");
        }

        private void send(int status, String headers, String body) throws IOException {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            write("HTTP/1.1 %d .\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
                    .formatted(status, headers, bytes.length));
            out.write(bytes);
        }

        private void page() throws IOException {
            var page = "<html><body>Log in to the hotel's network, " + request.key() + "</body></html>";
            write("HTTP/1.1 200 .\r\nContent-Type: text/html\r\nContent-Length: " + page.length()
                    + "\r\nConnection: close\r\n\r\n" + page);
        }

        private void stream() throws IOException, InterruptedException {
            if (request.method().equals("GET")) {
                send(200, "", MODELS);
                return;
            }
            write("HTTP/1.1 200 .\r\nContent-Type: " + protocol.contentType()
                    + "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
            switch (fault) {
                case STALL_AFTER_HEADERS -> Thread.sleep(FOR_EVER);
                case GARBAGE -> chunk(protocol == FakeProtocol.OLLAMA ? "{\"model\": [[\n" : "data: {\"id\": [[\n\n");
                case WRONG_SCHEMA -> chunk(protocol == FakeProtocol.OLLAMA ? "{\"a\":7}\n" : "data: {\"a\":7}\n\n");
                case EMPTY_CHOICES -> chunk(protocol.empty());
                case ERROR_IN_STREAM -> {
                    for (var frame : protocol.opening()) chunk(frame);
                    chunk(protocol.errorInStream());
                }
                default -> pieces();
            }
            write("0\r\n\r\n");
        }

        private void pieces() throws IOException, InterruptedException {
            for (var frame : protocol.opening()) chunk(frame);
            var text = fault == Fault.ECHOES_KEY ? "your key is " + request.key() + ", I think" : text();
            for (int i = 0; i < text.length(); i += PIECE) {
                chunk(protocol.piece(text.substring(i, Math.min(text.length(), i + PIECE))));
                if (fault == Fault.SLOW_DRIP) drip();
                if (fault == Fault.STALL_MID_STREAM) Thread.sleep(FOR_EVER);
                if (fault == Fault.RESET) reset();
                if (fault == Fault.CUT) throw new IOException("cut off");
                if (fault == Fault.TRUNCATED) return;
            }
            if (fault == Fault.INVALID_UTF8) broken();
            var finish = switch (fault) {
                case MAX_TOKENS -> FakeProtocol.Finish.MAX_TOKENS;
                case FILTERED -> FakeProtocol.Finish.FILTERED;
                default -> FakeProtocol.Finish.DONE;
            };
            for (var frame : protocol.ending(finish)) chunk(frame);
        }

        /// Pieces for ever, each in time.
        private void drip() throws IOException, InterruptedException {
            while (true) {
                chunk(protocol.piece("."));
                Thread.sleep(DRIP_MILLIS);
            }
        }

        /// A piece with a byte in it that no UTF-8 has.
        private void broken() throws IOException {
            var bytes = protocol.piece("broken ~ byte").getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < bytes.length; i++) if (bytes[i] == '~') bytes[i] = (byte) 0xff;
            chunk(bytes);
        }

        private void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
            throw new IOException("reset");
        }

        private void chunk(String frame) throws IOException {
            chunk(frame.getBytes(StandardCharsets.UTF_8));
        }

        private void chunk(byte[] bytes) throws IOException {
            write(Integer.toHexString(bytes.length) + "\r\n");
            out.write(bytes);
            write("\r\n");
            out.flush();
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
