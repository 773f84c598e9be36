package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.magic.CellInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
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

    private final CellInput input = new CellInput();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private Path prompt;
    private Path answer;

    @BeforeEach
    void ask() {
        prompt = folder.resolve("0003-prompt.md");
        answer = folder.resolve("0003-answer.md");
        input.begin(true);
    }

    private CellInput.Asked asked() throws InterruptedException {
        return input.next(Duration.ofSeconds(10)).orElseThrow();
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
        box.line().complete("```c\nint x;\n```");
        assertThat(answered()).isEqualTo("```c\nint x;\n```");
        assertThat(notes).containsExactly("%s waits: put the model's answer into 0003-answer.md".formatted(prompt));
    }

    @Test
    void aFilesNameStandsForWhatIsInIt() throws Exception {
        var file = Files.writeString(folder.resolve("mine.md"), "from a file");
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        asked().line().complete(" " + file + " ");
        assertThat(answered()).isEqualTo("from a file");
    }

    @Test
    void anEmptyLineIsAskedForAgain() throws Exception {
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        asked().line().complete("  ");
        asked().line().complete("now");
        assertThat(answered()).isEqualTo("now");
    }

    @Test
    void anAnswerThatIsPutBesideTheQuestionTakesTheBoxAway() throws Exception {
        new RelayBox(Optional.of(input), notes::add).ask(prompt, answer);
        var box = asked();
        Files.writeString(answer, "put here");
        for (int i = 0; i < 200 && !box.line().isDone(); i++) TimeUnit.MILLISECONDS.sleep(20);
        assertThat(box.line()).isCancelled();
        assertThat(Files.readString(answer)).isEqualTo("put here");
    }

    @Test
    void inATerminalThereIsANoteAlone() {
        new RelayBox(Optional.empty(), notes::add).ask(prompt, answer);
        assertThat(notes).hasSize(1);
        assertThat(answer).doesNotExist();
    }
}
