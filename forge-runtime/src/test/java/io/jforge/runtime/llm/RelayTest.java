package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class RelayTest {
    private static final Question QUESTION = new Question("You write C.", "Make softmax faster.", 100);

    @TempDir
    private Path home;

    private Path folder() {
        return home.resolve("answers");
    }

    private Relay relay(Limits limits, Relay.Asker asker) {
        return new Relay(folder().toString(), limits, Optional.of(asker));
    }

    private Relay answering(String text) {
        return relay(Limits.USUAL, (_, answer) -> put(answer, text));
    }

    private static void put(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aQuestionIsAFileAndItsAnswerTheOneBeside() throws IOException {
        var heard = new StringBuilder();
        var reply = answering("use more threads").ask(QUESTION, heard::append);
        assertThat(reply.text()).isEqualTo("use more threads").isEqualTo(heard.toString());
        assertThat(reply.end()).isEqualTo(Reply.End.COMPLETE);
        assertThat(reply.usage()).isEqualTo(Usage.UNKNOWN);
        assertThat(files()).containsExactly("0001-answer.md", "0001-prompt.md");
        assertThat(folder().resolve("0001-prompt.md")).hasContent("""
                You write C.

                ---

                Make softmax faster.

                ---

                Put the answer beside this file, as `0001-answer.md`.
                """);
    }

    @Test
    void whatALinkLeadsToIsNoAnswer() throws IOException {
        var secret = Files.writeString(home.resolve("secret"), "a private key");
        var relay = relay(Limits.USUAL, (_, answer) -> {
            try {
                Files.createSymbolicLink(answer, secret);
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        });
        var heard = new StringBuilder();
        assertThatThrownBy(() -> relay.ask(QUESTION, heard::append))
                .isInstanceOf(LlmException.class)
                .hasMessage(
                        "0001-answer.md in '%s' is a link, and what it leads to is not taken:"
                                + " put the answer itself there",
                        folder());
        assertThat(heard).isEmpty();
    }

    @Test
    void itIsNamedAsItWasGiven() {
        assertThat(answering("").name()).isEqualTo("relay:" + folder());
    }

    @Test
    void numbersGoOnFromWhatIsThere() throws IOException {
        Files.createDirectories(folder());
        put(folder().resolve("0041-answer.txt"), "an old one");
        answering("new").ask(QUESTION, _ -> {});
        assertThat(files()).contains("0042-prompt.md", "0042-answer.md");
    }

    @Test
    void aQuestionThatIsThereKeepsItsNumberAndItsAnswer() throws IOException {
        answering("first").ask(QUESTION, _ -> {});
        answering("second").ask(new Question("", "another", 1), _ -> {});
        var again = relay(Limits.USUAL, (_, _) -> {
            throw new AssertionError("it is answered");
        });
        assertThat(again.ask(QUESTION, _ -> {}).text()).isEqualTo("first");
        assertThat(files()).hasSize(4);
    }

    @Test
    void severalAtOnceHaveNumbersOfTheirOwn() throws Exception {
        var relay = relay(Limits.USUAL, (prompt, answer) -> put(answer, "to " + lastLines(prompt)));
        var got = new ConcurrentLinkedQueue<String>();
        var threads = new java.util.ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            var question = new Question("", "question " + i, 1);
            threads.add(Thread.ofVirtual().start(() -> {
                var text = relay.ask(question, _ -> {}).text();
                if (text.contains(question.prompt())) got.add(text);
            }));
        }
        for (var thread : threads) thread.join();
        assertThat(got).hasSize(8);
        assertThat(files()).hasSize(16).contains("0008-prompt.md");
    }

    private static String lastLines(Path prompt) {
        try {
            return Files.readString(prompt);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void anAnswerIsReadWhenNobodyWritesItAnyMore() {
        var relay = relay(
                Limits.USUAL,
                (_, answer) -> Thread.ofVirtual().start(() -> {
                    try {
                        Files.createFile(answer); // empty: not yet an answer
                        for (var word : List.of("slowly ", "written ", "by ", "hand")) {
                            Thread.sleep(120);
                            Files.writeString(answer, word, StandardOpenOption.APPEND);
                        }
                    } catch (IOException | InterruptedException failed) {
                        throw new AssertionError(failed);
                    }
                }));
        assertThat(relay.ask(QUESTION, _ -> {}).text()).isEqualTo("slowly written by hand");
    }

    @Test
    void plainTextWillDo() {
        var relay = relay(Limits.USUAL, (_, answer) -> put(answer.resolveSibling("0001-answer.txt"), "plain"));
        assertThat(relay.ask(QUESTION, _ -> {}).text()).isEqualTo("plain");
    }

    @Test
    void brokenBytesAreSeenAsSuch() {
        var relay = relay(Limits.USUAL, (_, answer) -> {
            try {
                Files.write(answer, new byte[] {'a', (byte) 0xff, 'b'});
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        });
        assertThat(relay.ask(QUESTION, _ -> {}).text()).isEqualTo("a\ufffdb");
    }

    @Test
    void aDeadlineIsKeptIfThereIsOne() {
        var relay = relay(Limits.USUAL.withRelay(Duration.ofMillis(120)), (_, _) -> {});
        assertThatThrownBy(() -> relay.ask(QUESTION, _ -> {}))
                .isInstanceOfSatisfying(
                        LlmException.class, late -> assertThat(late.fault()).isEqualTo(LlmException.Fault.TIMED_OUT))
                .hasMessage(
                        "nobody put an answer into 0001-answer.md of '%s' within 120 ms: put it there and resume the run"
                                .formatted(folder()));
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        var waits = new java.util.concurrent.CountDownLatch(1);
        var relay = relay(Limits.USUAL, (_, _) -> waits.countDown());
        var thrown = new AtomicReference<Throwable>();
        var asking = Thread.ofPlatform().start(() -> {
            try {
                relay.ask(QUESTION, _ -> {});
            } catch (CancellationException ended) {
                if (Thread.currentThread().isInterrupted()) thrown.set(ended);
            }
        });
        waits.await();
        asking.interrupt();
        asking.join(5000);
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
    }

    @Test
    void aFolderThatGoesAwayIsTold() {
        var relay = relay(Limits.USUAL, (prompt, _) -> {
            try {
                Files.delete(prompt);
                Files.delete(folder());
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        });
        assertThatThrownBy(() -> relay.ask(QUESTION, _ -> {}))
                .isInstanceOf(LlmException.class)
                .hasMessage("the relay cannot use its folder '%s': is it still there?".formatted(folder()));
    }

    @Test
    void whereNothingCanBeWrittenNothingIsOpened() throws IOException {
        var file = Files.writeString(home.resolve("file"), "not a folder");
        assertThatThrownBy(() -> new Relay(file.toString(), Limits.USUAL, Optional.empty()))
                .isInstanceOf(SpecException.class)
                .hasMessage("nothing can be written in '%s': `--llm relay:FOLDER` takes a folder of your own"
                        .formatted(file));
        assertThatThrownBy(() -> new Relay("no\0path", Limits.USUAL, Optional.empty()))
                .isInstanceOf(SpecException.class);
    }
}
