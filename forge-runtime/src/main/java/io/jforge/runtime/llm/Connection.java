package io.jforge.runtime.llm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/// How a provider is reached.
///
/// @param proxy by which; empty where it is reached without
record Connection(HttpClient client, Optional<Proxies.Proxy> proxy) {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    /// Java's words for a proxy that does not let https pass.
    private static final Pattern TUNNEL = Pattern.compile("Tunnel failed, got: (\\d+)");

    private static final int WHO_ASKS = 407;

    /// HTTP/1.1 to a server of a person's own: small ones take the offer of HTTP/2 for an error. A redirect is not
    /// followed: it could take the key elsewhere.
    ///
    /// @throws io.jforge.runtime.spec.SpecException if the environment names a proxy that is none
    static Connection open(LlmName llm, Proxies proxies) {
        boolean own = llm.url().isPresent() || llm.provider() == Provider.OLLAMA;
        var client = HttpClient.newBuilder()
                .version(own ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER);
        var proxy = proxies.to(llm.endpoint());
        proxy.ifPresent(by -> client.proxy(ProxySelector.of(by.address())));
        return new Connection(client.build(), proxy);
    }

    /// A request to the provider, which tells a proxy who asks; the client keeps that from the provider.
    HttpRequest.Builder request(URI url) {
        var request = HttpRequest.newBuilder(url);
        proxy.flatMap(Proxies.Proxy::authorization).ifPresent(who -> request.header("Proxy-Authorization", who));
        return request;
    }

    /// Java hands on the answer of a proxy that wants to know who asks, without a body.
    ///
    /// @throws IOException if it is that
    void requirePassed(HttpResponse<?> response) throws IOException {
        if (response.statusCode() == WHO_ASKS) throw new IOException("Tunnel failed, got: " + WHO_ASKS);
    }

    /// Why a connection failed, in words: the JDK often has none.
    String words(IOException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException)
                return "no such host" + by();
        }
        var refused = TUNNEL.matcher(String.valueOf(failed.getMessage()));
        if (refused.find()) return refusal(Integer.parseInt(refused.group(1)));
        return switch (failed) {
            case HttpConnectTimeoutException _ -> "no connection in " + CONNECT.toSeconds() + " s" + by();
            case ConnectException _ -> "connection refused" + by();
            case SSLException wrong -> "no safe connection: " + wrong.getMessage();
            default -> "the connection broke";
        };
    }

    private String refusal(int status) {
        return "%s refuses: status %d%s"
                .formatted(
                        proxy.map(Proxies.Proxy::toString).orElse("the proxy"),
                        status,
                        status == WHO_ASKS ? ", it wants a name and a password: http://NAME:PASSWORD@HOST:PORT" : "");
    }

    private String by() {
        return proxy.map(by -> " by " + by).orElse("");
    }
}
