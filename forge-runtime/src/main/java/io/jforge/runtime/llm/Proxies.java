package io.jforge.runtime.llm;

import io.jforge.runtime.spec.SpecException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The proxies that a person's environment names, which Java does not read: `HTTPS_PROXY` and `HTTP_PROXY`, and in
/// `NO_PROXY` the hosts that are reached without; in lower case too, which goes first. This machine is
/// always reached without.
final class Proxies {
    private static final Pattern VALUE = Pattern.compile(
            "(?:http://)?(?:(?<user>[^@/]*)@)?(?<host>[^@/:\\[\\]\\s]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>\\d{1,5}))?/?");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LAST_PORT = 65_535;

    /// Java tells a proxy of https no password unless this says so, which it reads with its first connection.
    private static final String REFUSED_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

    private final Map<String, String> environment;

    /// @param environment as `System.getenv()` gives it
    Proxies(Map<String, String> environment) {
        this.environment = environment;
        boolean named = List.of("http_proxy", "https_proxy").stream()
                .flatMap(name -> variable(name).stream())
                .anyMatch(variable -> variable.value().contains("@"));
        if (named && System.getProperty(REFUSED_SCHEMES) == null) System.setProperty(REFUSED_SCHEMES, "");
    }

    /// One of them.
    ///
    /// @param variable that names it
    /// @param authorization what it is to be sent, where the person gave a name and a password; never shown
    record Proxy(String variable, String host, int port, Optional<String> authorization) {
        InetSocketAddress address() {
            return new InetSocketAddress(host, port);
        }

        @Override
        public String toString() {
            return "the proxy %s:%d of %s".formatted(host, port, variable);
        }
    }

    /// The one by which a URL is reached; empty where it is reached without.
    ///
    /// @throws SpecException if what names it is no proxy; what it says may hold a password, and is not repeated
    Optional<Proxy> to(URI url) {
        if (Keys.isHere(url.getHost()) || isExempt(url)) return Optional.empty();
        return variable(url.getScheme() + "_proxy").map(Proxies::proxy);
    }

    private record Variable(String name, String value) {}

    private Optional<Variable> variable(String name) {
        return Arrays.asList(name, name.toUpperCase(Locale.ROOT)).stream()
                .map(each ->
                        new Variable(each, environment.getOrDefault(each, "").strip()))
                .filter(each -> !each.value().isEmpty())
                .findFirst();
    }

    private static Proxy proxy(Variable variable) {
        var matcher = VALUE.matcher(variable.value());
        if (!matcher.matches()) throw none(variable);
        var port = Optional.ofNullable(matcher.group("port"))
                .map(Integer::parseInt)
                .orElse(HTTP);
        if (port < 1 || port > LAST_PORT) throw none(variable);
        return new Proxy(
                variable.name(),
                matcher.group("host"),
                port,
                Optional.ofNullable(matcher.group("user")).map(Proxies::basic));
    }

    private static SpecException none(Variable variable) {
        return new SpecException("%s is no proxy that can be used: set it to one like http://host:8080, or unset it"
                .formatted(variable.name()));
    }

    private static String basic(String user) {
        var plain = URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    private boolean isExempt(URI url) {
        var rules = variable("no_proxy").map(Variable::value).orElse("");
        return Arrays.stream(rules.split("[,\\s]+")).anyMatch(rule -> isFor(rule.toLowerCase(Locale.ROOT), url));
    }

    /// `*`, a host or its domain, with or without a dot before it, perhaps with a port.
    private static boolean isFor(String rule, URI url) {
        var host = url.getHost().toLowerCase(Locale.ROOT);
        int port = url.getPort() > 0 ? url.getPort() : url.getScheme().equals("https") ? HTTPS : HTTP;
        var name = rule.endsWith(":" + port) ? rule.substring(0, rule.lastIndexOf(':')) : rule;
        var domain = name.replaceFirst("^\\*?\\.", "");
        return rule.equals("*") || !domain.isEmpty() && (host.equals(domain) || host.endsWith("." + domain));
    }
}
