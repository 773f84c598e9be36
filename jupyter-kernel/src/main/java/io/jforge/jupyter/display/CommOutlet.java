package io.jforge.jupyter.display;

import java.util.List;
import java.util.Map;

/// Takes what a comm says to the client.
@FunctionalInterface
public interface CommOutlet {
    /// @param type `comm_open`, `comm_msg` or `comm_close`
    void send(String type, Map<String, ?> content, List<byte[]> buffers);
}
