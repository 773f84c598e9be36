package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile.Launch;
import io.jforge.runtime.trial.Profile.Stall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How ncu is called, what is read of its words, and what each of its failures becomes.
@Timeout(60)
class NcuTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private List<Launch> launches(StandInNcu ncu, boolean warm, String... entries) {
        return launches(ncu, LONG, warm, entries);
    }

    private List<Launch> launches(StandInNcu ncu, Duration deadline, boolean warm, String... entries) {
        var program = new Ncu.Program(folder.resolve("profiled"), List.of(entries), warm);
        return Ncu.asked(ncu.command()).orElseThrow().launches(program, Map.of(), deadline);
    }

    private String failure(String script) {
        return failure(script, LONG);
    }

    private String failure(String script, Duration deadline) {
        var ncu = new StandInNcu(folder, script);
        return catchThrowableOfType(MissingTool.class, () -> launches(ncu, deadline, false, "softmax"))
                .getMessage();
    }

    private static double value(Launch launch, Counter counter) {
        return launch.value(counter).orElseThrow(() -> new AssertionError(counter + " is not in " + launch));
    }

    @Test
    void itTellsItsVersion() {
        var ncu = StandInNcu.printing(folder, "softmax.txt");
        assertThat(Ncu.asked(ncu.command()).orElseThrow().id()).isEqualTo("ncu 2025.3.1");
        StandInNcu.program(folder.resolve("other"), "echo 'a shell of another kind'");
        assertThat(Ncu.asked(folder.resolve("other"))).isEmpty();
    }

    @Test
    void everyCounterIsReadInItsUnit() {
        var launch = launches(StandInNcu.printing(folder, "softmax.txt"), false, "softmax")
                .getFirst();
        assertThat(launch.entry()).isEqualTo("softmax");
        assertThat(launch.values().keySet()).containsExactly(Counter.values());
        assertThat(value(launch, Counter.DURATION_US)).isCloseTo(251.136, within(1e-9));
        assertThat(value(launch, Counter.DRAM_GB_PER_S)).isCloseTo(4275.1132834, within(1e-6));
        assertThat(value(launch, Counter.DRAM_PERCENT)).isEqualTo(89.25);
        assertThat(value(launch, Counter.SM_PERCENT)).isEqualTo(22.25);
        assertThat(value(launch, Counter.SECTORS_PER_LOAD)).isEqualTo(16);
        assertThat(value(launch, Counter.CONFLICTS_PER_SHARED_LOAD)).isEqualTo(1024 / 163840.0);
        assertThat(value(launch, Counter.CONFLICTS_PER_SHARED_STORE)).isZero();
        assertThat(value(launch, Counter.OCCUPANCY_LIMIT_PERCENT)).isEqualTo(100);
    }

    /// 2 at a barrier, 12 for memory, 0.5 and 0.5, and 1 that issues: 16 in all.
    @Test
    void stallsAreSharesOfAllCyclesTheGreatestFirst() {
        var launch = launches(StandInNcu.printing(folder, "softmax.txt"), false, "softmax")
                .getFirst();
        assertThat(launch.stalls())
                .containsExactly(
                        new Stall("long scoreboard", 75),
                        new Stall("barrier", 12.5),
                        new Stall("not selected", 3.125),
                        new Stall("wait", 3.125));
    }

    /// As an older ncu writes it: scaled units with long names, arguments in a function's name.
    @Test
    void scaledUnitsAreReadAndWhatAGpuLacksIsAbsent() {
        var launches = launches(StandInNcu.printing(folder, "two-launches.txt"), false, "partial", "softmax");
        assertThat(launches).extracting(Launch::entry).containsExactly("partial", "softmax");
        var first = launches.getFirst();
        assertThat(value(first, Counter.DURATION_US)).isCloseTo(1.5, within(1e-9));
        assertThat(value(first, Counter.DRAM_GB_PER_S)).isCloseTo(120.25, within(1e-9));
        assertThat(value(first, Counter.DRAM_PERCENT)).isEqualTo(12.5);
        assertThat(first.value(Counter.CONFLICTS_PER_SHARED_LOAD)).isEmpty();
        assertThat(first.value(Counter.TENSOR_PERCENT)).isEmpty();
        assertThat(first.stalls()).containsExactly(new Stall("long scoreboard", 75));
        assertThat(value(launches.getLast(), Counter.CONFLICTS_PER_SHARED_LOAD)).isEqualTo(2);
    }

    @Test
    void onlyTheSourcesLaunchesAreLookedAtOnceTheyAreWarmWithFlushedCaches() {
        var ncu = StandInNcu.printing(folder, "two-launches.txt");
        launches(ncu, false, "partial", "softmax");
        assertThat(ncu.words())
                .containsSubsequence("--kernel-name", "regex:^(partial|softmax)$")
                .containsSubsequence("--launch-skip", "4", "--launch-count", "2")
                .containsSubsequence("--clock-control", "none", "--cache-control", "all")
                .containsSubsequence(folder.resolve("profiled").toString(), "--iters", "1", "--sample", "64")
                .doesNotContain("--warm");
        assertThat(ncu.environment()).isEqualTo("C ");
    }

    @Test
    void warmCachesAreLeftAsTheyAre() {
        var ncu = StandInNcu.printing(folder, "softmax.txt");
        launches(ncu, true, "softmax");
        assertThat(ncu.words())
                .containsSubsequence("--launch-skip", "3", "--launch-count", "1")
                .containsSubsequence("--cache-control", "none")
                .endsWith("--warm");
    }

    @Test
    void eachMetricIsAskedForOnce() {
        var names = List.of(NcuMetrics.names().split(","));
        assertThat(names)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("(gpu|dram|lts|l1tex|smsp|sm)__[a-z_0-9.]+"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cat '%s/not-permitted.txt'; exit 1                                     | NVreg_RestrictProfilingToAdminUsers=0
            echo '==ERROR== Failed to initialize the profiler: LibraryNotLoaded'   | NVIDIA_DRIVER_CAPABILITIES=all
            echo '==ERROR== Profiling failed because a driver resource was unavailable.' | dcgmi profile --pause
            echo '==ERROR== Failed to create /tmp/nsight-compute-lock'             | set TMPDIR
            """)
    void whatAPersonCanMendIsOneLineThatSaysHow(String script, String remedy) {
        var folder = Path.of("src/test/resources/ncu").toAbsolutePath().toString();
        assertThat(failure(script.replace("%s", folder))).contains(remedy).doesNotContain("\n");
    }

    @Test
    void oneThatHangsIsKilledAtTheDeadlineWithItsProgram() {
        var message = failure("echo 'still here'; sleep 45.3 & sleep 45.3; wait", Duration.ofSeconds(1));
        assertThat(message).isEqualTo("ncu 2025.3.1 had not ended after 1 s: still here");
        assertThat(ProcessHandle.allProcesses().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 45.3"));
    }

    @Test
    void garbageComesBackInTheMessage() {
        assertThat(failure("echo '==PROF== Connected'; echo 'x: out of memory' >&2; exit 9"))
                .isEqualTo("ncu 2025.3.1 gave counters of 0 of 1 launches, exit status 9: x: out of memory");
        assertThat(failure("printf '\"ID\",\"Kernel Name\"\\n\"\"\\n\"0\",\"softmax\"\\n'; echo '==WARNING== none'"))
                .isEqualTo("ncu 2025.3.1 gave counters of 0 of 1 launches, exit status 0: ==WARNING== none");
        assertThat(failure("head -c 100000 /dev/zero | tr '\\0' '\"'")).startsWith("ncu 2025.3.1 gave counters of 0");
    }

    @Test
    void aLaunchThatWasNotCountedIsMissed() {
        var ncu = StandInNcu.printing(folder, "softmax.txt");
        assertThatThrownBy(() -> launches(ncu, false, "partial", "softmax"))
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("ncu 2025.3.1 gave counters of 1 of 2 launches, exit status 0: ");
    }

    @Test
    void countersOfAWrongAnswerAreNotTaken() {
        var csv = Path.of("src/test/resources/ncu/softmax.txt").toAbsolutePath();
        assertThat(failure("echo 'wrong: y[3,4] is 2, should be 0.25'; cat '" + csv + "'; exit 1"))
                .isEqualTo(
                        "the program that ncu 2025.3.1 ran gave a wrong answer (wrong: y[3,4] is 2, should be 0.25)");
    }

    @Test
    void anInterruptEndsIt() {
        var ncu = new StandInNcu(folder, "sleep 45.4");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Ncu.asked(ncu.command())).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
