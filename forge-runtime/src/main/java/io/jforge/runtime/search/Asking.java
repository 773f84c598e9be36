package io.jforge.runtime.search;

import io.jforge.runtime.propose.NoProposal;
import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Questions to a proposer that takes its time, several at once: each is on its way on a thread of its own
/// while the search's thread tries what came before.
final class Asking implements AutoCloseable {
    /// So many questions in vain, one after another, are enough.
    private static final int VAIN = 3;

    private final Proposer proposer;
    private final SearchListener listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore answers = new Semaphore(0);
    private final List<Asked> under = new ArrayList<>();
    private int vain;
    private boolean isAnswered;
    private Optional<Stop> over = Optional.empty();

    Asking(Proposer proposer, SearchListener listener) {
        this.proposer = proposer;
        this.listener = listener;
    }

    private record Asked(int iteration, Node node, Future<Optional<Proposal>> answer) {}

    /// A Source to try, made of that node.
    record Answer(int iteration, Node node, Proposal proposal) {}

    /// Whether a further question may be put now.
    boolean hasRoom() {
        if (over.isPresent()) return false;
        boolean waits = proposer.isOnDevice()
                && under.stream().anyMatch(asked -> asked.answer().isDone());
        return !waits && under.size() < proposer.atOnce();
    }

    /// Whether the device is free for a trial.
    boolean canTry() {
        return !proposer.isOnDevice()
                || under.stream().allMatch(asked -> asked.answer().isDone());
    }

    /// Why it ends where no question is on its way: no further one is put, or none of them was answered.
    Optional<Stop> over() {
        return over.or(() -> Optional.of(Stop.MODEL).filter(_ -> vain > 0 && !isAnswered));
    }

    int size() {
        return under.size();
    }

    boolean isAsked(Node node) {
        return under.stream().anyMatch(asked -> asked.node() == node);
    }

    /// Until the answer is there, the node counts as visited without a gain (virtual loss).
    void ask(Node node, Parent parent, RandomGenerator draws) {
        node.virtualVisit(1);
        var answer = threads.submit(() -> {
            try {
                return proposer.propose(parent, draws);
            } finally {
                answers.release();
            }
        });
        under.add(new Asked(parent.iteration(), node, answer));
    }

    /// An answer that is there and was not taken yet, the one asked for first; empty if there is none.
    Optional<Answer> take() {
        for (var asked : List.copyOf(under)) {
            if (!asked.answer().isDone()) continue;
            under.remove(asked);
            asked.node().virtualVisit(-1);
            var proposal = proposal(asked);
            if (proposal.isPresent()) return Optional.of(new Answer(asked.iteration(), asked.node(), proposal.get()));
        }
        return Optional.empty();
    }

    private Optional<Proposal> proposal(Asked asked) {
        try {
            var proposal = asked.answer().get();
            vain = 0;
            isAnswered = true;
            if (proposal.isEmpty()) asked.node().exhaust();
            return proposal;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NoProposal none) return missed(asked, none);
            throw failed.getCause() instanceof RuntimeException why ? why : new IllegalStateException(failed);
        }
    }

    private Optional<Proposal> missed(Asked asked, NoProposal none) {
        listener.missed(asked.iteration(), none.getMessage());
        vain++;
        switch (none.reason()) {
            case MONEY -> over = Optional.of(Stop.MONEY);
            case LASTING -> over = Optional.of(Stop.MODEL);
            case PASSING -> {
                if (vain >= VAIN) over = Optional.of(Stop.MODEL);
            }
        }
        return Optional.empty();
    }

    /// Waits a little for an answer.
    ///
    /// @throws CancellationException if this thread is interrupted
    void await(long millis) {
        try {
            if (answers.tryAcquire(millis, TimeUnit.MILLISECONDS)) answers.drainPermits();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// Gives up what is on its way.
    @Override
    public void close() {
        threads.shutdownNow();
        under.forEach(asked -> asked.node().virtualVisit(-1));
        under.clear();
    }
}
