package io.jforge.runtime.llm;

import io.jforge.runtime.llm.LlmException.Fault;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// A model behind an API: asks again while there is hope and time.
final class RemoteLlm implements Llm {
    private static final int GARBAGE_TRIES = 2;

    private final LlmName name;
    private final Key key;
    private final Limits limits;
    private final Pacing pacing;
    private final Backoff backoff;
    private final Connection connection;

    RemoteLlm(LlmName name, Key key, Proxies proxies, Limits limits, Pacing pacing, RandomGenerator random) {
        this.name = name;
        this.key = key;
        this.limits = limits;
        this.pacing = pacing;
        this.backoff = new Backoff(random);
        this.connection = Connection.open(name, proxies);
    }

    @Override
    public String name() {
        return name.toString();
    }

    @Override
    public Reply ask(Question question, Consumer<String> heard) {
        long started = pacing.nanos();
        int begun = 0;
        for (int tries = 1; ; tries++) {
            switch (attempt(question, heard, left(started))) {
                case Attempt.Answered answer -> {
                    // a try that broke off in mid-answer may be billed, and nobody tells for how many tokens
                    var usage = begun == 0 ? answer.usage() : Usage.UNKNOWN;
                    return new Reply(answer.text(), answer.end(), usage, answer.model(), since(started), tries);
                }
                case Attempt.Failed(Trouble trouble) -> {
                    if (trouble.begun()) begun++;
                    var wait = backoff.before(tries + 1, trouble);
                    if (!isWorthIt(trouble, tries) || wait.compareTo(left(started)) >= 0)
                        throw failure(trouble, question, tries, begun);
                    sleep(wait);
                }
            }
        }
    }

    private Attempt.Result attempt(Question question, Consumer<String> heard, Duration left) {
        return new Attempt(name, key, question, connection, pacing, heard).run(limits, left);
    }

    private boolean isWorthIt(Trouble trouble, int tries) {
        int most = trouble.fault() == Fault.GARBAGE ? Math.min(GARBAGE_TRIES, limits.tries()) : limits.tries();
        return trouble.passes() && tries < most;
    }

    private LlmException failure(Trouble trouble, Question question, int tries, int begun) {
        var words = new Complaint(name, key, limits, pacing.now()).about(trouble, question, tries);
        return new LlmException(trouble.fault(), key.hide(words), null, begun);
    }

    private Duration since(long started) {
        return Duration.ofNanos(pacing.nanos() - started);
    }

    private Duration left(long started) {
        return limits.call().minus(since(started));
    }

    private void sleep(Duration wait) {
        try {
            pacing.sleep(wait);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
