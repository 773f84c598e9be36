package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.propose.Parent;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/// A long run of candidates, no two alike, of which about a tenth crash, hang or write out of bounds.
final class Endurance implements Proposer {
    /// What a spoilt candidate must end as.
    private static final Map<String, String> MUST =
            Map.of("crashes", "crashed", "hangs", "timed out", "writes", "wrong");

    private static final long ROOM_BYTES = 64L << 20;

    private final IntFunction<String> good;
    private final Map<String, IntFunction<String>> bad;

    /// @param good a source that is right, by number
    /// @param bad one that `crashes`, one that `hangs`, one that `writes` where it must not, by number
    Endurance(IntFunction<String> good, Map<String, IntFunction<String>> bad) {
        assertThat(bad.keySet()).isEqualTo(MUST.keySet());
        this.good = good;
        this.bad = bad;
    }

    /// Drawn, so that what comes next can be foreseen and compiled ahead as in a search of rewrites.
    @Override
    public Optional<Proposal> propose(Parent parent, RandomGenerator random) {
        int number = random.nextInt(1 << 30);
        if (random.nextInt(10) > 0) return Optional.of(new Proposal(Source.parse(good.apply(number)), "good", ""));
        var kind = MUST.keySet().stream().sorted().toList().get(random.nextInt(MUST.size()));
        return Optional.of(new Proposal(Source.parse(bad.get(kind).apply(number)), kind, ""));
    }

    @Override
    public boolean isFree() {
        return true;
    }

    /// Runs so many of them on a device, and asserts that each good one was measured, each bad one named, none lost,
    /// and that the memory of this process is what it was.
    void assertEndured(Path home, String device, String shape, int count) throws InterruptedException {
        long heap = heap();
        long begun = System.nanoTime();
        assertEach(run(home, device, shape, count), count);
        double seconds = (System.nanoTime() - begun) / 1e9;
        EventfulRun.assertNoProcessIsLeft();
        long after = heap();
        System.out.println(String.format(
                Locale.ROOT,
                "%d candidates in %.1f s; heap %d KiB before and %d KiB after",
                count,
                seconds,
                heap >> 10,
                after >> 10));
        assertThat(after).as("bytes of heap in use after the run").isLessThan(heap + ROOM_BYTES);
    }

    private RunRecord run(Path home, String device, String shape, int count) {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        try (var forge = Forge.open(environment)) {
            var id = forge.optimize("softmax")
                    .shape(shape)
                    .dtype("f32")
                    .device(device)
                    .iterations(count)
                    .seed(1)
                    .baseline("naive")
                    .search("random")
                    .proposer(this)
                    .deadlines(new Deadlines(Duration.ofMillis(700), Duration.ofMillis(700)))
                    .run()
                    .id();
            return forge.run(id).record(); // as it was kept
        }
    }

    private static void assertEach(RunRecord run, int count) {
        assertThat(run.trials()).hasSize(1 + count);
        assertThat(run.ending().orElseThrow().stop()).isEqualTo("iterations");
        assertThat(run.ending().orElseThrow().confirmation()).isPresent();
        System.out.println(run.counts());
        for (var trial : run.trials()) {
            var wanted = MUST.getOrDefault(trial.change(), "timed");
            assertThat(trial.outcome().label()).as(said(trial)).isEqualTo(wanted);
        }
        assertThat(bad(run.trials())).as("bad candidates").isBetween(count / 20L, count / 5L);
    }

    private static String said(Trial trial) {
        return "trial %d, which %s: %s"
                .formatted(trial.number(), trial.change(), trial.outcome().message());
    }

    private static long bad(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> !(trial.outcome() instanceof Outcome.Timed))
                .count();
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
