package io.jforge.runtime;

import java.util.List;

/// The device that was asked for is not on this machine; the message names those that are.
@SuppressWarnings("serial")
public final class NoSuchDevice extends RuntimeException {
    NoSuchDevice(String message) {
        super(message);
    }

    NoSuchDevice(String id, List<String> known) {
        this("no device '%s' here; there is: %s".formatted(id, String.join(", ", known)));
    }
}
