package io.jforge.jupyter.client;

/// The kernel process did not start, or is gone.
final class KernelLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    KernelLostException(String message) {
        super(message);
    }
}
