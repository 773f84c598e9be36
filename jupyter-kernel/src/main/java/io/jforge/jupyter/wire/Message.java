package io.jforge.jupyter.wire;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// One Jupyter message: where it goes, what it is, what it answers, what it says.
///
/// Identities are the routing frames before the delimiter; on IOPub they are the topic.
public record Message(
        List<byte[]> identities,
        ObjectNode header,
        ObjectNode parent,
        ObjectNode metadata,
        ObjectNode content,
        List<byte[]> buffers) {

    /// The version of the messaging protocol that JForge speaks.
    public static final String PROTOCOL = "5.5";

    /// Names this process in the headers of what it answers.
    private static final String OWN_SESSION = UUID.randomUUID().toString();

    public Message {
        identities = List.copyOf(identities);
        buffers = List.copyOf(buffers);
    }

    public String type() {
        return header.path("msg_type").asString("");
    }

    public String id() {
        return header.path("msg_id").asString("");
    }

    public String session() {
        return header.path("session").asString("");
    }

    /// A message of this process that answers nothing.
    public static Message of(String type, ObjectNode content) {
        return request(type, OWN_SESSION, content);
    }

    /// A message that answers nothing, as a client sends it.
    public static Message request(String type, String session, ObjectNode content) {
        return new Message(List.of(), header(type, session), Json.object(), Json.object(), content, List.of());
    }

    /// The answer to this message: it travels back the same way and names this one as its parent.
    public Message reply(String type, ObjectNode content) {
        return new Message(identities, header(type, OWN_SESSION), header, Json.object(), content, List.of());
    }

    /// The reply that a request of this type has: it travels back the same way.
    public Message answer(ObjectNode content) {
        return reply(type().replaceFirst("_request$", "_reply"), content);
    }

    /// What everybody may hear about this message: the same as a reply, under a topic.
    public Message broadcast(String type, ObjectNode content) {
        var topic = List.of(type.getBytes(StandardCharsets.UTF_8));
        return new Message(topic, header(type, OWN_SESSION), header, Json.object(), content, List.of());
    }

    /// The same under other routing frames.
    public Message to(List<byte[]> frames) {
        return new Message(frames, header, parent, metadata, content, buffers);
    }

    /// The same with binary data.
    public Message with(List<byte[]> data) {
        return new Message(identities, header, parent, metadata, content, data);
    }

    private static ObjectNode header(String type, String session) {
        return Json.object()
                .put("msg_id", UUID.randomUUID().toString())
                .put("session", session)
                .put("username", System.getProperty("user.name", "jforge"))
                .put("date", DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(OffsetDateTime.now(ZoneOffset.UTC)))
                .put("msg_type", type)
                .put("version", PROTOCOL);
    }
}
