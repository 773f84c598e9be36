package io.jforge.runtime.store;

/// The store cannot be read or written; the message says what to do.
@SuppressWarnings("serial")
public class StoreException extends RuntimeException {
    StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreException(String message) {
        super(message);
    }
}
