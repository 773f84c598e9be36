package io.jforge.jupyter.client;

/// A parameter that the notebook cannot take, in a message made for the person who gave it.
public final class BadParameterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadParameterException(String message) {
        super(message);
    }
}
