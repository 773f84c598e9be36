package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.device.GpuState.GpuProcess;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeighboursTest {
    private static final GpuProcess TRAINING = new GpuProcess(4711, 12_340_000_000L);
    private static final GpuProcess DISPLAY = new GpuProcess(99, 0);
    private static final GpuProcess WORKER = new GpuProcess(1000, 2_000_000_000L);
    private static final GpuProcess JUDGE = new GpuProcess(1001, 1_000_000_000L);
    private static final Set<Long> OURS = Set.of(1000L, 1001L);

    private static Neighbours after(GpuProcess... before) {
        return new Neighbours("cuda:0", List.of(before), _ -> false);
    }

    @Test
    void aGpuOfOnesOwnIsNothingToSpeakOf() {
        assertThat(after().atStart()).isEmpty();
        assertThat(after().atEnd(List.of(WORKER, JUDGE), OURS)).isEmpty();
        assertThat(after().atEnd(List.of(), OURS)).isEmpty();
    }

    @Test
    void whoWasThereBeforeIsNamedWithItsMemory() {
        assertThat(after(TRAINING, DISPLAY).atStart())
                .contains(
                        "other processes use cuda:0 (pid 4711 with 12.3 GB, pid 99): these times are not to be trusted");
    }

    @Test
    void whoCameMeanwhileIsNamedToo() {
        assertThat(after().atEnd(List.of(WORKER, TRAINING, JUDGE), OURS))
                .contains("other processes use cuda:0 (pid 4711 with 12.3 GB): these times are not to be trusted");
        assertThat(after(DISPLAY).atEnd(List.of(WORKER, JUDGE), OURS)).isEmpty();
    }

    /// In a container: 31 and 32 are ours under numbers of another name space.
    @Test
    void whereOursAreNotFoundByTheirNumbersTheyAreCounted() {
        var worker = new GpuProcess(31, 5);
        var judge = new GpuProcess(32, 5);
        assertThat(after().atEnd(List.of(worker, judge), OURS)).isEmpty();
        assertThat(after(DISPLAY).atEnd(List.of(DISPLAY, worker, judge), OURS))
                .contains("other processes use cuda:0 (pid 99): these times are not to be trusted");
        assertThat(after().atEnd(List.of(worker, judge, TRAINING), OURS))
                .contains("other processes use cuda:0 (1 whose pid is not known here): these times are not to be"
                        + " trusted");
    }

    @Test
    void afterTheWorkersHaveGoneAllThatAreLeftAreOthers() {
        assertThat(after().atEnd(List.of(TRAINING), Set.of()))
                .contains("other processes use cuda:0 (pid 4711 with 12.3 GB): these times are not to be trusted");
    }

    @Test
    void anotherRunThatWaitsForItsTurnIsNoNuisance() {
        var other = new Neighbours("cuda:0", List.of(TRAINING, WORKER), pid -> pid == WORKER.pid());
        assertThat(other.atStart())
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("pid 4711").doesNotContain("1000"));
        assertThat(other.atEnd(List.of(WORKER, JUDGE), Set.of(JUDGE.pid()))).isEmpty();
        var self = new GpuProcess(ProcessHandle.current().pid(), 1);
        assertThat(new Neighbours("cuda:0", List.of(self)).atStart()).isEmpty();
    }
}
