package io.jforge.jupyter.display;

import java.util.LinkedHashMap;
import java.util.Map;

/// One value in one or more MIME types, plain text always among them.
///
/// @param data MIME type to content: text, base64 text for images, maps and lists for JSON types
/// @param metadata MIME type to what a client should know, such as an image's size
public record MimeBundle(Map<String, Object> data, Map<String, Object> metadata) {
    public static final String PLAIN = "text/plain";
    public static final String HTML = "text/html";
    public static final String PNG = "image/png";
    public static final String SVG = "image/svg+xml";
    public static final String MARKDOWN = "text/markdown";

    public MimeBundle {
        if (!data.containsKey(PLAIN)) {
            throw new IllegalArgumentException("a bundle needs text/plain, and has " + data.keySet());
        }
        data.keySet().forEach(MimeBundle::check);
        data = Map.copyOf(data);
        metadata = Map.copyOf(metadata);
    }

    private static void check(String type) {
        if (type.indexOf('/') < 1)
            throw new IllegalArgumentException("'%s' is no MIME type, such as text/html".formatted(type));
    }

    public static MimeBundle text(String plain) {
        return new MimeBundle(Map.of(PLAIN, plain), Map.of());
    }

    public static MimeBundle html(String html, String plain) {
        return text(plain).with(HTML, html);
    }

    /// The same with one more type.
    public MimeBundle with(String type, Object content) {
        Map<String, Object> more = new LinkedHashMap<>(data);
        more.put(type, content);
        return new MimeBundle(more, metadata);
    }

    /// The same with what a client should know about one of its types.
    public MimeBundle withMetadata(String type, Object about) {
        Map<String, Object> more = new LinkedHashMap<>(metadata);
        more.put(type, about);
        return new MimeBundle(data, more);
    }

    public String plain() {
        return String.valueOf(data.get(PLAIN));
    }
}
