package io.jforge.runtime.llm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/// How providers are reached.
final class Connections {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private Connections() {}

    /// HTTP/1.1 to a server of a person's own: small ones take the offer of HTTP/2 for an error. A redirect is not
    /// followed: it could take the key elsewhere.
    static HttpClient open(LlmName llm) {
        boolean own = llm.url().isPresent() || llm.provider() == Provider.OLLAMA;
        return HttpClient.newBuilder()
                .version(own ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /// Why a connection failed, in words: the JDK often has none.
    static String words(IOException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException)
                return "no such host";
        }
        return switch (failed) {
            case HttpConnectTimeoutException _ -> "no connection in " + CONNECT.toSeconds() + " s";
            case ConnectException _ -> "connection refused";
            case SSLException wrong -> "no safe connection: " + wrong.getMessage();
            default -> "the connection broke";
        };
    }
}
