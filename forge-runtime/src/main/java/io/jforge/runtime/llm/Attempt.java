package io.jforge.runtime.llm;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.jforge.runtime.llm.LlmException.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/// One try of a question: on a thread of its own, so that it can be given up when nothing comes any more.
final class Attempt {
    /// How it came out.
    sealed interface Result {}

    record Answered(String text, Reply.End end, Usage usage, String model) implements Result {}

    record Failed(Trouble trouble) implements Result {}

    private final LlmName llm;
    private final Key key;
    private final Question question;
    private final HttpCall call;
    private final Hearing hearing;
    private final Handler handler = new Handler();

    Attempt(LlmName llm, Key key, Question question, Connection connection, Pacing pacing, Consumer<String> heard) {
        this.llm = llm;
        this.key = key;
        this.question = question;
        this.call = new HttpCall(connection, pacing);
        this.hearing = new Hearing(key, heard);
    }

    /// @param left for the whole of it
    /// @throws CancellationException if this thread is interrupted; the try was given up
    Result run(Limits limits, Duration left) {
        var worker = Thread.ofVirtual().name("asking " + llm.provider().label()).start(this::ask);
        try {
            var late = await(worker, limits, left);
            return late.<Result>map(words -> new Failed(Trouble.of(Fault.TIMED_OUT, words, call.isBegun())))
                    .orElseGet(this::result);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            worker.interrupt(); // ends the call, if it has not ended
            hearing.close();
        }
    }

    private void ask() {
        try {
            Models.of(llm, key, question, call.builder()).chat(Models.request(question), handler);
        } catch (RuntimeException | LinkageError failed) {
            handler.onError(failed);
        }
    }

    /// Empty once the call has ended, else why it is not waited for any more.
    private Optional<String> await(Thread worker, Limits limits, Duration left) throws InterruptedException {
        long until = System.nanoTime() + left.toNanos();
        while (worker.isAlive()) {
            long now = System.nanoTime();
            var most = hearing.hasBegun() ? limits.stall() : limits.first();
            long silent = call.lastByteNanos() + most.toNanos() - now;
            if (silent <= 0) return Optional.of(silence(most));
            if (until <= now) return Optional.of("");
            // not for longer than a stall: the answer may begin in the meantime
            long rest = Math.min(limits.stall().toNanos(), Math.min(silent, until - now));
            worker.join(Duration.ofNanos(rest));
        }
        return Optional.empty();
    }

    private static String silence(Duration stall) {
        return "sent nothing for " + Spans.words(stall);
    }

    private Result result() {
        var text = hearing.close();
        if (call.trouble().isPresent()) return new Failed(call.trouble().get());
        var error = call.events().error();
        if (error.isPresent()) return new Failed(ServerError.inStream(error.get()));
        var end = call.events().end();
        if (!call.isBegun()) throw notPut();
        if (call.events().isBroken() || (end.isEmpty() && text.isEmpty())) return garbage();
        return new Answered(text, end.orElse(Reply.End.TRUNCATED), handler.usage(), key.hide(handler.model()));
    }

    private Result garbage() {
        var words = handler.failed()
                .map(failed -> String.valueOf(failed.getMessage()))
                .orElse("");
        return new Failed(Trouble.of(Fault.GARBAGE, words, call.isBegun()));
    }

    /// Not the server's doing: ours, or LangChain4j's.
    private IllegalStateException notPut() {
        var words = handler.failed().map(Throwable::toString).orElse("no request was made");
        return new IllegalStateException(key.hide("the question could not be put to %s: %s".formatted(llm, words)));
    }

    private final class Handler implements StreamingChatResponseHandler {
        private Optional<ChatResponse> response = Optional.empty();
        private Optional<Throwable> failed = Optional.empty();

        @Override
        public void onPartialResponse(String piece) {
            hearing.piece(piece);
        }

        @Override
        public void onCompleteResponse(ChatResponse complete) {
            response = Optional.of(complete);
        }

        @Override
        public void onError(Throwable thrown) {
            failed = Optional.of(thrown);
        }

        Optional<Throwable> failed() {
            return failed;
        }

        Usage usage() {
            return response.map(answer -> Models.usage(answer.metadata().tokenUsage()))
                    .orElse(Usage.UNKNOWN);
        }

        String model() {
            return response.map(answer -> answer.metadata().modelName()).orElse("");
        }
    }
}
