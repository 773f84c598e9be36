package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A whole run whose proposer gives good sources with bad ones between them.
final class EventfulRun {
    /// Within the two seconds of the deadlines, a compiler and a worker on a busy machine.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private EventfulRun() {}

    /// A source, and what must become of it: an outcome's label, and a pattern of its message.
    record Event(String text, String label, String message) {
        static Event good(String text) {
            return new Event(text, "timed", ".*");
        }
    }

    /// Runs through the events, in order, and asserts that each ended as it must, that the store has them all, and that
    /// the winner is confirmed.
    static void assertGoesOn(Path home, String device, String shape, List<Event> events) {
        try (var forge = Forge.open(environment(home))) {
            var run = forge.optimize("softmax")
                    .shape(shape)
                    .dtype("f32")
                    .device(device)
                    .iterations(events.size())
                    .proposer(inOrder(events))
                    .deadlines(new Deadlines(Duration.ofSeconds(2), Duration.ofSeconds(2)))
                    .run();
            var trials = run.trials();
            assertThat(trials).as("naive and all events").hasSize(1 + events.size());
            assertThat(trials.getFirst().outcome()).isInstanceOf(Outcome.Timed.class);
            for (int i = 0; i < events.size(); i++) assertEnded(trials.get(i + 1), events.get(i));
            assertThat(run.record().ending().orElseThrow().stop()).isEqualTo("iterations");
            assertThat(run.record().ending().orElseThrow().confirmation()).isPresent();
            assertThat(forge.store().find(run.id()).trials())
                    .extracting(trial -> trial.outcome().message())
                    .isEqualTo(trials.stream()
                            .map(trial -> trial.outcome().message())
                            .toList());
        }
    }

    private static void assertEnded(Trial trial, Event event) {
        var message = trial.outcome().message();
        assertThat(trial.outcome().label()).as(message).isEqualTo(event.label());
        assertThat(message).matches("(?s)" + event.message());
    }

    private static Map<String, String> environment(Path home) {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        return environment;
    }

    /// Whatever the search wants to extend, the next event.
    private static Proposer inOrder(List<Event> events) {
        var left = events.iterator();
        return (_, _) -> left.hasNext()
                ? Optional.of(new Proposal(Source.parse(left.next().text()), "the next event", ""))
                : Optional.empty();
    }

    /// Fails if a process that this one started is left.
    static void assertNoProcessIsLeft() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (processes() > 0 && System.nanoTime() < end) Thread.sleep(50);
        assertThat(processes()).as("processes left").isZero();
    }

    private static long processes() {
        return ProcessHandle.current().descendants().count();
    }
}
