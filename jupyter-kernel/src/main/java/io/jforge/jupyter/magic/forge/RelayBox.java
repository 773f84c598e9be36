package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.shell.Input;
import io.jforge.runtime.llm.Relay;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Tells a person where a relay's question lies; in a notebook its answer can also come through an input box.
final class RelayBox implements Relay.Asker {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Optional<Input> input;
    private final Consumer<String> notes;

    RelayBox(Optional<Input> input, Consumer<String> notes) {
        this.input = input;
        this.notes = notes;
    }

    @Override
    public void ask(Path prompt, Path answer) {
        notes.accept("%s waits: put the model's answer into %s".formatted(prompt, answer.getFileName()));
        input.ifPresent(person -> {
            var asking = Thread.ofVirtual().start(() -> ask(person, prompt, answer));
            Thread.ofVirtual().start(() -> endOnceThere(asking, answer));
        });
    }

    /// An answer that was put beside the question takes the box away.
    private static void endOnceThere(Thread asking, Path answer) {
        try {
            while (!asking.join(LOOK)) if (Files.exists(answer)) asking.interrupt();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Until the answer is there, however it came, or nobody can be asked any more.
    private void ask(Input person, Path prompt, Path answer) {
        try {
            while (!Files.exists(answer)) {
                var text = person.line(
                        "Answer to %s: type the name of a file that holds it, or paste it, or put it into %s"
                                .formatted(prompt.getFileName(), answer.getFileName()),
                        false);
                if (text.isEmpty()) return;
                if (!text.get().isBlank()) put(text.get(), answer);
            }
        } catch (InterruptedException _) {
            return; // it came otherwise
        } catch (IOException unwritable) {
            notes.accept("cannot write %s: %s".formatted(answer, unwritable.getMessage()));
        }
    }

    private static void put(String text, Path answer) throws IOException {
        var half = Files.createTempFile(answer.getParent(), ".jforge", ".tmp");
        try {
            var file = file(text.strip());
            if (file.isPresent()) Files.copy(file.get(), half, StandardCopyOption.REPLACE_EXISTING);
            else Files.writeString(half, text);
            Files.createLink(answer, half);
        } catch (FileAlreadyExistsException _) {
            return; // it came otherwise
        } catch (UnsupportedOperationException _) {
            Files.move(half, answer);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    private static Optional<Path> file(String name) {
        try {
            return Optional.of(Path.of(name)).filter(Files::isRegularFile);
        } catch (InvalidPathException _) {
            return Optional.empty(); // it is an answer
        }
    }
}
