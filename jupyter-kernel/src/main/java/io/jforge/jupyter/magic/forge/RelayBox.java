package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.magic.CellInput;
import io.jforge.runtime.llm.Relay;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Tells a person where a relay's question lies; in a notebook its answer can also come through an input box.
final class RelayBox implements Relay.Asker {
    private static final long LOOK_MILLIS = 100;

    private final Optional<CellInput> input;
    private final Consumer<String> notes;

    RelayBox(Optional<CellInput> input, Consumer<String> notes) {
        this.input = input;
        this.notes = notes;
    }

    @Override
    public void ask(Path prompt, Path answer) {
        notes.accept("%s waits: put the model's answer into %s".formatted(prompt, answer.getFileName()));
        input.ifPresent(box -> Thread.ofVirtual().start(() -> ask(box, prompt, answer)));
    }

    /// Until the answer is there, however it came, or nobody can be asked any more.
    private void ask(CellInput box, Path prompt, Path answer) {
        try {
            while (!Files.exists(answer)) {
                var line = box.ask("Answer to %s: type the name of a file that holds it, or paste it, or put it into %s"
                        .formatted(prompt.getFileName(), answer.getFileName()));
                if (line.isEmpty()) return;
                var text = text(line.get(), answer);
                if (text.isPresent() && !text.get().isBlank()) put(text.get(), answer);
            }
        } catch (CancellationException _) {
            return; // the cell has ended
        } catch (IOException unwritable) {
            notes.accept("cannot write %s: %s".formatted(answer, unwritable.getMessage()));
        }
    }

    /// Empty if the answer came otherwise meanwhile.
    private static Optional<String> text(CompletableFuture<String> line, Path answer) {
        while (true) {
            try {
                return Optional.of(line.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException _) {
                if (!Files.exists(answer)) continue;
                line.cancel(false);
                return Optional.empty();
            } catch (InterruptedException | ExecutionException gone) {
                throw (CancellationException) new CancellationException("nobody is asked any more").initCause(gone);
            }
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
