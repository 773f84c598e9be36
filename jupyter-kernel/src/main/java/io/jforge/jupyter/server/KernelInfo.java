package io.jforge.jupyter.server;

import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What the kernel says about itself.
final class KernelInfo {
    private static final String API = "https://docs.oracle.com/en/java/javase/%d/docs/api/";

    private KernelInfo() {}

    static ObjectNode content() {
        String version = Optional.ofNullable(KernelInfo.class.getPackage().getImplementationVersion())
                .orElse("0.0.0");
        ObjectNode info = Json.object()
                .put("status", "ok")
                .put("protocol_version", Message.PROTOCOL)
                .put("implementation", "jforge")
                .put("implementation_version", version)
                .put("banner", "JForge %s, Java %s".formatted(version, Runtime.version()))
                .put("debugger", false);
        info.putObject("language_info")
                .put("name", "java")
                .put("version", Runtime.version().toString())
                .put("mimetype", "text/x-java")
                .put("file_extension", ".java")
                .put("pygments_lexer", "java")
                .put("codemirror_mode", "text/x-java");
        info.putArray("supported_features").add("kernel subshells");
        info.putArray("help_links")
                .addObject()
                .put("text", "Java %d".formatted(Runtime.version().feature()))
                .put("url", API.formatted(Runtime.version().feature()));
        return info;
    }
}
