package io.jforge.runtime.compile;

/// A program that JForge needs is not on this machine; the message says what to install.
@SuppressWarnings("serial")
public final class MissingTool extends RuntimeException {
    public MissingTool(String message) {
        super(message);
    }
}
