package io.jforge.jupyter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What cells ask, and what clients answer.
@Timeout(30)
class InputBoxTest {
    private final BlockingQueue<Message> sent = new LinkedBlockingQueue<>();
    private final InputBox box = new InputBox(sent::add);

    private static List<byte[]> client(String name) {
        return List.of(name.getBytes(StandardCharsets.UTF_8));
    }

    private InputBox.Person person(String client, boolean allowsStdin) {
        var content = Json.object().put("allow_stdin", allowsStdin);
        return box.new Person(Message.request("execute_request", "me", content).to(client(client)), () -> {});
    }

    private static CompletableFuture<Optional<String>> asking(InputBox.Person person, String prompt) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return person.line(prompt, false);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    private Message question(String prompt) throws InterruptedException {
        var question = sent.poll(10, TimeUnit.SECONDS);
        assertThat(question).isNotNull();
        assertThat(question.type()).isEqualTo("input_request");
        assertThat(question.content().path("prompt").asString("")).isEqualTo(prompt);
        return question;
    }

    private static Message reply(String value) {
        return Message.request("input_reply", "me", Json.object().put("value", value));
    }

    @Test
    void linesAreAskedForInTurn() throws Exception {
        var person = person("a", true);
        var first = asking(person, "first?");
        var question = question("first?");
        var second = asking(person, "second?");
        assertThat(sent.poll(50, TimeUnit.MILLISECONDS)).isNull();
        box.answered(reply("1").to(client("a")));
        assertThat(first.get()).contains("1");
        question("second?");
        box.answered(reply("2 é😀").to(client("a")));
        assertThat(second.get()).contains("2 é😀");
        assertThat(question.identities().getFirst()).isEqualTo("a".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatNobodyAskedForIsPassedOver() throws Exception {
        box.answered(reply("too early").to(client("a")));
        var line = asking(person("a", true), "now?");
        question("now?");
        box.answered(reply("of another client").to(client("b")));
        box.answered(Message.request("input_request", "me", Json.object()).to(client("a")));
        assertThat(line).isNotDone();
        box.answered(reply("this").to(client("a")));
        assertThat(line.get()).contains("this");
    }

    @Test
    void anAnswerThatNamesAnotherQuestionIsLate() throws Exception {
        var person = person("a", true);
        var first = asking(person, "first?");
        var late = question("first?")
                .to(client("a"))
                .reply("input_reply", Json.object().put("value", "late"));
        box.answered(reply("1").to(client("a")));
        assertThat(first.get()).contains("1");
        var second = asking(person, "second?");
        var right = question("second?").reply("input_reply", Json.object().put("value", "right"));
        box.answered(late);
        assertThat(second).isNotDone();
        box.answered(right);
        assertThat(second.get()).contains("right");
    }

    @Test
    void anInterruptEndsTheWaitAndMakesRoomForTheNext() throws Exception {
        var person = person("a", true);
        var interrupted = new CountDownLatch(1);
        var thread = Thread.ofPlatform().start(() -> {
            try {
                person.line("first?", true);
            } catch (InterruptedException _) {
                interrupted.countDown();
            }
        });
        assertThat(question("first?").content().path("password").asBoolean(false))
                .isTrue();
        thread.interrupt();
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        var second = asking(person, "second?");
        question("second?");
        box.answered(reply("two").to(client("a")));
        assertThat(second.get()).contains("two");
    }

    @Test
    void theEndOfTheCellEndsTheWait() throws Exception {
        var person = person("a", true);
        var line = asking(person, "anybody?");
        question("anybody?");
        person.close();
        assertThat(line.get()).isEmpty();
        assertThat(person.line("now?", false)).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void aClientThatHasNobodyToAskIsNotAsked() throws Exception {
        assertThat(person("a", false).line("you?", false)).isEmpty();
        assertThat(sent).isEmpty();
    }
}
