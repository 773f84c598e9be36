package io.jforge.jupyter.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Finds the pictures that prose refers to and turns them into `data:` URLs, so that the page stands alone.
record Pictures(Path folder, ObjectNode attachments) {
    private static final Map<String, String> TYPES = Map.of(
            "png", "image/png",
            "jpg", "image/jpeg",
            "jpeg", "image/jpeg",
            "gif", "image/gif",
            "webp", "image/webp",
            "svg", "image/svg+xml");

    /// The picture itself, or empty when it lies elsewhere or cannot be read.
    Optional<String> inline(String reference) {
        if (reference.startsWith("data:image/")) {
            return Optional.of(reference);
        }
        if (reference.startsWith("attachment:")) {
            return attached(reference.substring("attachment:".length()));
        }
        return reference.contains(":") ? Optional.empty() : file(reference);
    }

    private Optional<String> attached(String name) {
        return attachments
                .path(name)
                .propertyStream()
                .findFirst()
                .map(bundle -> dataUrl(bundle.getKey(), bundle.getValue().asString("")));
    }

    private Optional<String> file(String reference) {
        String extension = reference.substring(reference.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        try {
            Path file = folder.resolve(reference.replace("%20", " "));
            return TYPES.containsKey(extension) && Files.isRegularFile(file)
                    ? Optional.of(dataUrl(TYPES.get(extension), base64(Files.readAllBytes(file))))
                    : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty(); // the page then shows the picture's description
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String dataUrl(String type, String base64) {
        return "data:%s;base64,%s".formatted(type, base64.replaceAll("\\s", ""));
    }
}
