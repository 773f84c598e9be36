package io.jforge.jupyter.server;

import io.jforge.jupyter.shell.Input;
import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// Asks clients for lines over the stdin channel: one question at a time, the others wait in turn.
final class InputBox {
    private final Consumer<Message> questions;
    private final Deque<Question> waiting = new ArrayDeque<>();
    private Question open;

    InputBox(Consumer<Message> questions) {
        this.questions = questions;
    }

    private record Question(Message message, CompletableFuture<Optional<String>> line) {
        /// A client that says what it answers must answer this; others come from where this went.
        boolean isAnsweredBy(Message reply) {
            var answered = reply.parent().path("msg_id").asString("");
            return answered.isEmpty()
                    ? sameWay(reply.identities(), message.identities())
                    : answered.equals(message.id());
        }

        private static boolean sameWay(List<byte[]> one, List<byte[]> other) {
            return Arrays.deepEquals(one.toArray(), other.toArray());
        }
    }

    /// Takes what clients send; what nobody asked for is passed over.
    synchronized void answered(Message reply) {
        if (open == null || !reply.type().equals("input_reply") || !open.isAnsweredBy(reply)) return;
        open.line().complete(Optional.of(reply.content().path("value").asString("")));
    }

    private synchronized void ask(Question question) {
        waiting.add(question);
        next();
    }

    private synchronized void over(Question question) {
        waiting.remove(question);
        if (open == question) open = null;
        next();
    }

    private void next() {
        if (open == null && !waiting.isEmpty()) {
            open = waiting.remove();
            questions.accept(open.message());
        }
    }

    /// The person at the client whose cell runs, until the cell ends.
    final class Person implements Input, AutoCloseable {
        private final Message request;
        private final Runnable beforehand;
        private final CompletableFuture<Optional<String>> nobody = new CompletableFuture<>();

        /// @param beforehand what is done before each question, since text may explain it
        Person(Message request, Runnable beforehand) {
            this.request = request;
            this.beforehand = beforehand;
            if (!request.content().path("allow_stdin").asBoolean(false)) close();
        }

        @Override
        public Optional<String> line(String prompt, boolean password) throws InterruptedException {
            if (nobody.isDone()) return Optional.empty();
            beforehand.run();
            var content = Json.object().put("prompt", prompt).put("password", password);
            var question = new Question(request.reply("input_request", content), new CompletableFuture<>());
            ask(question);
            try {
                return question.line().applyToEither(nobody, line -> line).get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            } finally {
                over(question);
            }
        }

        /// From here on nobody is asked, and nobody waits any more.
        @Override
        public void close() {
            nobody.complete(Optional.empty());
        }
    }
}
