package io.jforge.jupyter.repl;

import io.jforge.jupyter.magic.CellQuestions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Lines as the system hands them over, for terminals that can do no more than print.
final class PlainEditor implements Editor {
    private final BufferedReader lines;
    private final PrintStream out;
    private final CellQuestions questions;

    PlainEditor(BufferedReader lines, PrintStream out, CellQuestions questions) {
        this.lines = lines;
        this.out = out;
        this.questions = questions;
    }

    @Override
    public Optional<String> cell(int number) {
        var prompt = Prompts.first(number);
        var cell = new StringBuilder();
        var line = line(prompt);
        while (line.isPresent()) {
            cell.append(line.get());
            if (Typed.nextLine(cell.toString(), questions).isEmpty()) return Optional.of(cell.toString());
            cell.append('\n');
            line = line(Prompts.further(prompt));
        }
        out.println();
        return cell.isEmpty() ? Optional.empty() : Optional.of(cell.toString());
    }

    Optional<String> line(String prompt) {
        out.print(prompt);
        out.flush();
        try {
            return Optional.ofNullable(lines.readLine());
        } catch (IOException failed) {
            throw new UncheckedIOException("standard input cannot be read", failed);
        }
    }
}
