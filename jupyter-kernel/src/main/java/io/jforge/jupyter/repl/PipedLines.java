package io.jforge.jupyter.repl;

import io.jforge.jupyter.shell.Input;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What a script's cells ask is answered by the lines of standard input.
public final class PipedLines implements Input {
    private final BufferedReader lines;
    private final PrintStream out;

    public PipedLines(InputStream in, PrintStream out) {
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    @Override
    public Optional<String> line(String prompt, boolean password) {
        out.print(prompt);
        out.flush();
        try {
            return Optional.ofNullable(lines.readLine());
        } catch (IOException failed) {
            throw new UncheckedIOException("standard input cannot be read", failed);
        }
    }
}
