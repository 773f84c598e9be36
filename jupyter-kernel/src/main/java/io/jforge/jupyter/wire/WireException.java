package io.jforge.jupyter.wire;

/// Bytes on a socket, or a connection file, that are not what the protocol allows.
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WireException(String message) {
        super(message);
    }

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }
}
