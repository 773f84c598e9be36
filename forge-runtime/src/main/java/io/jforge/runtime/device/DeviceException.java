package io.jforge.runtime.device;

/// The machine cannot do what is asked; the message says what to do.
@SuppressWarnings("serial")
public final class DeviceException extends RuntimeException {
    public DeviceException(String message) {
        super(message);
    }

    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
