package io.jforge.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.store.Runs;
import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile;
import io.jforge.runtime.trial.Profile.Launch;
import io.jforge.runtime.trial.Profile.Stall;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a profile is read as: the rule, the table, the text, the JSON.
class ProfilesTest {
    private static JsonNode json(Object value) {
        return JsonMapper.builder().build().valueToTree(value);
    }

    private static RunRecord profiled(Profile profile) {
        var run = Runs.finished();
        var ending = run.ending().orElseThrow();
        return new RunRecord(
                run.header(),
                run.trials(),
                Optional.of(new RunEnding(
                        ending.stop(),
                        ending.wallSeconds(),
                        ending.confirmation(),
                        List.of(),
                        Map.of(),
                        Optional.of(profile))));
    }

    private static Bottleneck limit(Double dram, Double l2, Double l1, Double sm, Stall... stalls) {
        var values = new EnumMap<Counter, Double>(Counter.class);
        if (dram != null) values.put(Counter.DRAM_PERCENT, dram);
        if (l2 != null) values.put(Counter.L2_PERCENT, l2);
        if (l1 != null) values.put(Counter.L1_PERCENT, l1);
        if (sm != null) values.put(Counter.SM_PERCENT, sm);
        return Bottleneck.of(new Launch("f", values, List.of(stalls)), 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            93   | 50   | 30   | 20   | dram    | f: bound by DRAM, at 93 % of the peak
            40   | 81   | 80.9 | 20   | l2      | f: bound by the L2 cache, at 81 % of the peak
            40   | 50   | 66   | 20   | l1      | f: held most by L1 and shared memory, at 66 % of the peak
            40   | 50   | 66   | 79.9 | compute | f: held most by the multiprocessors, at 80 % of the peak
            60   | 60   | 60   | 60   | dram    | f: held most by DRAM, at 60 % of the peak
                 | 50   |      | 91   | compute | f: bound by the multiprocessors, at 91 % of the peak
            59.9 | 50   | 30   | 20   | latency | f: bound by latency: no unit is at 60 % of its peak (DRAM, the busiest, is at 60 %)
                 |      |      |      | unknown | f: this GPU counted no throughput
            """)
    void theBusiestUnitLimitsFromSixtyPercentOnElseLatencyDoes(
            Double dram, Double l2, Double l1, Double sm, String limit, String sentence) {
        var found = limit(dram, l2, l1, sm);
        assertThat(found.limit()).isEqualTo(limit);
        assertThat(found.sentence()).isEqualTo(sentence);
    }

    @Test
    void latencyNamesWhatWarpsWaitForMost() {
        assertThat(limit(12.0, 20.0, 5.0, 4.0, new Stall("long scoreboard", 61.2), new Stall("barrier", 20))
                        .sentence())
                .isEqualTo(
                        "f: bound by latency: no unit is at 60 % of its peak (the L2 cache, the busiest, is at 20 %);"
                                + " warps wait 61 % of their time for global or local memory (long scoreboard)");
        assertThat(limit(12.0, null, null, null, new Stall("of a later GPU", 61.2))
                        .sentence())
                .endsWith("; warps wait 61 % of their time (of a later GPU)");
    }

    /// As an H200 counted them for a softmax that is as fast as a copy.
    @Test
    void dramIsMeasuredByWhatACopyReaches() {
        var launch = new Launch(
                "f",
                Map.of(Counter.DRAM_PERCENT, 85.7, Counter.DRAM_GB_PER_S, 4125.0, Counter.L2_PERCENT, 91.2),
                List.of());
        assertThat(Bottleneck.of(launch, 4227))
                .isEqualTo(new Bottleneck("dram", "f: bound by DRAM, at 98 % of what a copy reaches"));
        assertThat(Bottleneck.of(launch, 0).limit()).isEqualTo("l2");
    }

    @Test
    void theLongestLaunchIsRead() {
        assertThat(Bottleneck.of(Runs.profile()).orElseThrow().sentence())
                .isEqualTo("softmax: bound by DRAM, at 89 % of the peak");
    }

    @Test
    void theTableHasARowForEachCounterThatThereIsAndAColumnForEachLaunch() {
        var table = Profiles.table(Runs.profile());
        assertThat(table.columnNames()).containsExactly("what the GPU did", "partial", "softmax");
        assertThat(table.stringColumn(0).asList())
                .containsExactly(
                        "duration, us",
                        "DRAM, % of its peak",
                        "DRAM, GB/s",
                        "multiprocessors, % of their peak",
                        "bank conflicts per shared load",
                        "warps wait: long scoreboard, % of cycles",
                        "warps wait: barrier, % of cycles");
        assertThat(table.doubleColumn("softmax").asList())
                .containsExactly(251.136, 89.25, 4275.1, 22.25, 0.5, 75.0, 12.5);
        assertThat(table.doubleColumn("partial").isMissing(1)).isTrue();
    }

    @Test
    void oneFunctionLaunchedTwiceHasTwoColumns() {
        var launch = Runs.profile().launches().getFirst();
        assertThat(Profiles.table(Profile.of(1, "ncu 1", "warm", List.of(launch, launch, launch), 0))
                        .columnNames())
                .containsExactly("what the GPU did", "partial", "partial (2)", "partial (3)");
    }

    @Test
    void theTextSaysWhatLimitsItAndHowItWasCounted() {
        assertThat(Profiles.text(Runs.profile()))
                .startsWith("softmax: bound by DRAM, at 89 % of the peak.\n\nwhat the GPU did ")
                .containsPattern("DRAM, GB/s +4,275\n")
                .endsWith("\n(by ncu 2025.3.1, each launch with its caches flushed)");
        assertThat(Profiles.text(Profile.unavailable(2, "no ncu found"))).isEqualTo("Not profiled: no ncu found");
    }

    @Test
    void numbersReadTheSameInEveryCountry() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Profiles.text(Runs.profile())).contains(" at 89 % ", "251.1", "4,275");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void theJsonOfARunHasItUnderBestAndUnderItsTrial() {
        var run = profiled(Runs.profile());
        var profile = json(RunJson.full(run)).at("/best/profile");
        assertThat(profile.path("tool").asString()).isEqualTo("ncu 2025.3.1");
        assertThat(profile.path("limited_by").asString()).isEqualTo("dram");
        assertThat(profile.path("reading").asString()).contains("89 % of the peak");
        assertThat(profile.at("/launches/1/dram_percent").asDouble()).isEqualTo(89.25);
        assertThat(profile.at("/launches/1/duration_us").asDouble()).isEqualTo(251.136);
        assertThat(profile.at("/launches/1/stalls_percent/long_scoreboard").asDouble())
                .isEqualTo(75);
        assertThat(profile.at("/launches/0").propertyNames()).containsExactly("entry", "duration_us", "stalls_percent");
        assertThat(json(RunJson.trial(run, run.trial(2).orElseThrow())).has("profile"))
                .isTrue();
        assertThat(json(RunJson.trial(run, run.trial(1).orElseThrow())).has("profile"))
                .isFalse();
    }

    @Test
    void theJsonSaysWhyThereIsNone() {
        var best = json(RunJson.full(profiled(Profile.unavailable(2, "no ncu found"))))
                .path("best");
        assertThat(best.at("/profile/unavailable").asString()).isEqualTo("no ncu found");
        assertThat(best.path("profile").has("launches")).isFalse();
        assertThat(json(RunJson.full(Runs.finished())).path("best").has("profile"))
                .isFalse();
    }

    @Test
    void aProfileHasLaunchesOrSaysWhyNot() {
        assertThatThrownBy(() -> new Profile(1, "ncu 1", "cold", List.of(), "", 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Profile(1, "ncu 1", "cold", Runs.profile().launches(), "why", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
