package io.jforge.jupyter.client;

import io.jforge.jupyter.display.Html;
import io.jforge.jupyter.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An output as HTML, from the richest of its MIME types that a page can show.
final class OutputHtml {
    private static final List<String> RICHEST_FIRST = List.of(
            "text/html",
            "image/svg+xml",
            "image/png",
            "image/jpeg",
            "image/gif",
            "image/webp",
            "text/markdown",
            "application/json",
            "text/latex",
            "text/plain");

    private final Path folder;

    OutputHtml(Path folder) {
        this.folder = folder;
    }

    String of(Output output) {
        return switch (output) {
            case Output.Stream stream -> text(stream.name().equals("stderr") ? "stderr" : "stdout", stream.text());
            case Output.Failure failure -> text("error", failure.text());
            case Output.Display display -> bundle(display.data(), display.metadata());
            case Output.Result result -> bundle(result.data(), result.metadata());
        };
    }

    private String bundle(ObjectNode data, ObjectNode metadata) {
        Optional<String> best = RICHEST_FIRST.stream().filter(data::has).findFirst();
        if (best.isEmpty()) {
            return unknown(data);
        }
        String value = data.path(best.get()).asString("");
        return switch (best.get()) {
            case "text/html" -> "<div class=\"output html\">%s</div>".formatted(value);
            case "text/markdown" ->
                "<div class=\"output prose\">%s</div>"
                        .formatted(Prose.toHtml(value, new Pictures(folder, Json.object())));
            case "application/json" -> text("json", data.path(best.get()).toPrettyString());
            case "text/latex" -> "<div class=\"output latex\">%s</div>".formatted(Html.escape(formula(value)));
            case "text/plain" -> text("plain", value);
            case "image/svg+xml" -> image("image/svg+xml", base64(value), data, metadata);
            default -> image(best.get(), value, data, metadata);
        };
    }

    /// A page that stands alone has nothing to typeset with: it shows what was written, without the marks
    /// around it.
    private static String formula(String latex) {
        String bare = latex.strip();
        return bare.replaceFirst("(?s)\\A(?:\\$\\$(.*)\\$\\$|\\\\\\[(.*)\\\\\\])\\z", "$1$2")
                .strip();
    }

    private static String base64(String text) {
        return Pictures.base64(text.getBytes(StandardCharsets.UTF_8));
    }

    /// An SVG too is shown as a picture: its scripts stay inert, and its ids and styles its own.
    private static String image(String type, String base64, ObjectNode data, ObjectNode metadata) {
        String description = data.path("text/plain").asString("output of this cell");
        return "<div class=\"output image\"><img src=\"%s\" alt=\"%s\"%s></div>"
                .formatted(
                        Html.escape(Pictures.dataUrl(type, base64)),
                        Html.escape(description),
                        size(metadata.path(type)));
    }

    private static String size(JsonNode metadata) {
        var attributes = new StringBuilder();
        Stream.of("width", "height")
                .filter(side -> metadata.path(side).isNumber())
                .forEach(side -> attributes.append(
                        " %s=\"%d\"".formatted(side, metadata.path(side).asInt())));
        return attributes.toString();
    }

    private static String unknown(ObjectNode data) {
        return data.isEmpty()
                ? ""
                : text("plain", "(an output of type %s)".formatted(String.join(", ", data.propertyNames())));
    }

    private static String text(String cssClass, String text) {
        return text.isEmpty() ? "" : "<pre class=\"output %s\">\n%s</pre>".formatted(cssClass, AnsiText.toHtml(text));
    }
}
