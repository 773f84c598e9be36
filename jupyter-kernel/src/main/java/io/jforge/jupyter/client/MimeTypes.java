package io.jforge.jupyter.client;

import java.util.Set;

/// How nbformat stores a value of a MIME type.
final class MimeTypes {
    private static final Set<String> TEXT_BY_ANOTHER_NAME = Set.of("application/javascript", "image/svg+xml");

    private MimeTypes() {}

    /// Kept as JSON of any shape, not as text.
    static boolean isJson(String type) {
        return type.equals("application/json") || (type.startsWith("application/") && type.endsWith("+json"));
    }

    /// Written as a list of lines, so that a change shows as one in version control.
    static boolean isLines(String type) {
        return type.startsWith("text/") || TEXT_BY_ANOTHER_NAME.contains(type);
    }
}
