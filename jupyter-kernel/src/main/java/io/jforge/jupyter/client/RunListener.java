package io.jforge.jupyter.client;

/// Hears what happens while a notebook runs, in order and never twice at once.
@FunctionalInterface
public interface RunListener {
    void on(RunEvent event);
}
