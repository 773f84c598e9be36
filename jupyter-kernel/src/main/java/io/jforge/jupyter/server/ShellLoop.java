package io.jforge.jupyter.server;

import io.jforge.jupyter.shell.Shell;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Takes the requests of one shell or subshell one after the other, each between busy and idle.
final class ShellLoop {
    /// How long after a failure a request that was already on its way may take to arrive.
    private static final long IN_TRANSIT_MILLIS = 5;

    private static final Message LAST = Message.of("last", Json.object());

    private final BlockingQueue<Message> requests = new LinkedBlockingQueue<>();
    private final Deque<Message> toAbort = new ArrayDeque<>();
    private final Consumer<Message> replies;
    private final Publisher publisher;
    private final Execution execution;
    private final Questions questions;
    private final CommDesk comms;
    private final Control control;
    private final Shell shell;

    ShellLoop(
            Consumer<Message> replies,
            Publisher publisher,
            Execution execution,
            Questions questions,
            CommDesk comms,
            Control control,
            Shell shell) {
        this.replies = replies;
        this.publisher = publisher;
        this.execution = execution;
        this.questions = questions;
        this.comms = comms;
        this.control = control;
        this.shell = shell;
    }

    void queue(Message request) {
        requests.add(request);
    }

    /// Lets [#run] end behind what is queued.
    void end() {
        requests.add(LAST);
    }

    void run() {
        try {
            for (var request = requests.take(); request != LAST; request = requests.take()) {
                handle(request);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Message request) throws InterruptedException {
        between(request, this::answer);
        while (!toAbort.isEmpty()) {
            Message next = toAbort.pop();
            boolean isCell = next.type().equals("execute_request");
            between(next, isCell ? this::abort : this::answer);
        }
    }

    private interface Answer {
        void to(Message request) throws InterruptedException;
    }

    private void between(Message request, Answer answer) throws InterruptedException {
        // a stop is meant for whatever is busy, from the moment on that a client can know of it
        try (var _ = shell.open()) {
            publisher.status(request, "busy");
            answer.to(request);
        } catch (RuntimeException | Error e) {
            Log.once("a %s could not be answered: %s".formatted(request.type(), e)); // the next one may fare better
        } finally {
            publisher.status(request, "idle");
            control.endIfAsked();
        }
    }

    private void answer(Message request) throws InterruptedException {
        switch (request.type()) {
            case "execute_request" -> execute(request);
            case "comm_open", "comm_msg", "comm_close" -> comms.handle(request);
            default ->
                question(request)
                        .ifPresentOrElse(found -> reply(request, found), () -> Log.once("ignored a " + request.type()));
        }
    }

    /// What cannot be answered is refused, since a client waits for it.
    private Optional<ObjectNode> question(Message request) {
        try {
            return questions.answer(request).or(() -> control.answer(request));
        } catch (RuntimeException | Error e) {
            return Optional.of(Failures.reply(e.getClass().getSimpleName(), "this could not be answered: " + e));
        }
    }

    private void execute(Message request) throws InterruptedException {
        ObjectNode content = execution.execute(request);
        boolean failed = content.path("status").asString("").equals("error");
        if (failed && request.content().path("stop_on_error").asBoolean(true)) {
            collectWaiting();
        }
        reply(request, content);
    }

    /// Takes what was sent before the sender could know of the failure.
    private void collectWaiting() throws InterruptedException {
        Message next;
        while ((next = requests.poll(IN_TRANSIT_MILLIS, TimeUnit.MILLISECONDS)) != null) {
            if (next == LAST) {
                requests.add(LAST);
                return;
            }
            toAbort.add(next);
        }
    }

    private void abort(Message request) {
        reply(request, execution.aborted());
    }

    private void reply(Message request, ObjectNode content) {
        replies.accept(request.answer(content));
    }
}
