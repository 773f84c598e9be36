package io.jforge.runtime.llm;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// One request of LangChain4j's, made on the thread that asks, so that an interrupt ends it. It sees what
/// LangChain4j does not pass on: the headers of an error, when the last byte came, how the stream ended.
final class HttpCall implements HttpClient {
    private static final int OK = 200;
    private static final int REDIRECT = 300;
    private static final int ERROR_KEPT = 64 << 10;
    private static final long LARGEST_ANSWER = 64L << 20;

    private final Connection connection;
    private final Pacing pacing;
    private final StreamEvents events = new StreamEvents();
    private volatile long lastByteNanos = System.nanoTime();
    private volatile boolean begun;
    private Optional<Trouble> trouble = Optional.empty();

    HttpCall(Connection connection, Pacing pacing) {
        this.connection = connection;
        this.pacing = pacing;
    }

    /// When something came last; at first, when the call was made.
    long lastByteNanos() {
        return lastByteNanos;
    }

    /// Whether the server has begun to answer.
    boolean isBegun() {
        return begun;
    }

    StreamEvents events() {
        return events;
    }

    /// What the server refused, or how the connection failed. Read it when the call has ended.
    Optional<Trouble> trouble() {
        return trouble;
    }

    /// What LangChain4j's models take a client from; its timeouts are not used, ours are around each call.
    HttpClientBuilder builder() {
        return new HttpClientBuilder() {
            @Override
            public Duration connectTimeout() {
                return null;
            }

            @Override
            public HttpClientBuilder connectTimeout(Duration timeout) {
                return this;
            }

            @Override
            public Duration readTimeout() {
                return null;
            }

            @Override
            public HttpClientBuilder readTimeout(Duration timeout) {
                return this;
            }

            @Override
            public HttpClient build() {
                return HttpCall.this;
            }
        };
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        throw new UnsupportedOperationException("answers are streamed");
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try {
            var response = connection.client().send(translated(request), BodyHandlers.ofInputStream());
            lastByteNanos = System.nanoTime();
            connection.requirePassed(response);
            try (var body = new Tap(response.body())) {
                if (response.statusCode() < OK || response.statusCode() >= REDIRECT) {
                    refused(response, body, listener);
                    return;
                }
                begun = true;
                listener.onOpen(SuccessfulHttpResponse.builder()
                        .statusCode(response.statusCode())
                        .headers(response.headers().map())
                        .build());
                parser.parse(body, new Heard(listener));
            }
            listener.onClose();
        } catch (IOException failed) {
            broke(failed);
            listener.onError(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody waits any more
        }
    }

    private void refused(HttpResponse<InputStream> response, InputStream body, ServerSentEventListener listener)
            throws IOException {
        var text = new String(body.readNBytes(ERROR_KEPT), StandardCharsets.UTF_8);
        var retryAfter = response.headers().firstValue("Retry-After").orElse("");
        trouble = Optional.of(ServerError.of(
                response.statusCode(), retryAfter, text, pacing.now().toInstant()));
        listener.onError(new HttpException(response.statusCode(), text));
    }

    private void broke(IOException failed) {
        if (trouble.isEmpty())
            trouble = Optional.of(Trouble.of(LlmException.Fault.UNREACHABLE, connection.words(failed), begun));
    }

    private java.net.http.HttpRequest translated(HttpRequest request) {
        var builder = connection
                .request(URI.create(request.url()))
                .method(request.method().name(), BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        return builder.build();
    }

    /// Notes when bytes come, and ends a stream beyond all measure.
    private final class Tap extends FilterInputStream {
        private long left = LARGEST_ANSWER;

        Tap(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
            int n = super.read(buffer, from, most);
            lastByteNanos = System.nanoTime();
            left -= Math.max(n, 0);
            if (left < 0) {
                trouble = Optional.of(Trouble.of(LlmException.Fault.GARBAGE, "an answer without end", true));
                throw new IOException("an answer without end");
            }
            return n;
        }
    }

    /// Hears each event before LangChain4j does.
    private final class Heard implements ServerSentEventListener {
        private final ServerSentEventListener listener;

        Heard(ServerSentEventListener listener) {
            this.listener = listener;
        }

        @Override
        public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
            events.hear(event.data());
            listener.onEvent(event, context);
        }

        @Override
        public void onError(Throwable failed) {
            if (failed instanceof IOException io) broke(io);
            listener.onError(failed);
        }
    }
}
