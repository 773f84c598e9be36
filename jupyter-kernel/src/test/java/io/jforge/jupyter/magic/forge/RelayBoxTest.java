package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.shell.Input;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A relay's question in a notebook: the answer comes through an input box, or beside it.
@Timeout(30)
class RelayBoxTest {
    @TempDir
    private Path folder;

    private final SynchronousQueue<Asked> questions = new SynchronousQueue<>();
    private final Input input = this::ask;
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private Path prompt;
    private Path answer;

    private record Asked(String prompt, CompletableFuture<Optional<String>> line, CountDownLatch withdrawn) {
        void answer(String text) {
            line.complete(Optional.of(text));
        }
    }

    private Optional<String> ask(String words, boolean password) throws InterruptedException {
        var asked = new Asked(words, new CompletableFuture<>(), new CountDownLatch(1));
        try {
            questions.put(asked);
            return asked.line().get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            asked.withdrawn().countDown();
            throw e;
        }
    }

    @BeforeEach
    void place() {
        prompt = folder.resolve("0003-prompt.md");
        answer = folder.resolve("0003-answer.md");
    }

    private Asked asked() throws InterruptedException {
        var asked = questions.poll(10, TimeUnit.SECONDS);
        assertThat(asked).isNotNull();
        return asked;
    }

    private String answered() throws Exception {
        for (int i = 0; i < 200 && !Files.exists(answer); i++) TimeUnit.MILLISECONDS.sleep(20);
        return Files.readString(answer);
    }

    @Test
    void whatIsPastedIsTheAnswer() throws Exception {
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        var box = asked();
        assertThat(box.prompt()).contains("0003-prompt.md", "0003-answer.md");
        box.answer("```c\nint x;\n```");
        assertThat(answered()).isEqualTo("```c\nint x;\n```");
        assertThat(notes).containsExactly("%s waits: put the model's answer into 0003-answer.md".formatted(prompt));
    }

    @Test
    void aFilesNameStandsForWhatIsInIt() throws Exception {
        var file = Files.writeString(folder.resolve("mine.md"), "from a file");
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        asked().answer(" " + file + " ");
        assertThat(answered()).isEqualTo("from a file");
    }

    @Test
    void anEmptyLineIsAskedForAgain() throws Exception {
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        asked().answer("  ");
        asked().answer("now");
        assertThat(answered()).isEqualTo("now");
    }

    @Test
    void anAnswerThatIsPutBesideTheQuestionTakesTheBoxAway() throws Exception {
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        var box = asked();
        Files.writeString(answer, "put here");
        assertThat(box.withdrawn().await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(answer)).isEqualTo("put here");
    }

    @Test
    void inATerminalThereIsANoteAlone() {
        new RelayBox(Optional.empty(), notes::add).ask(prompt, answer);
        assertThat(notes).hasSize(1);
        assertThat(answer).doesNotExist();
    }
}
