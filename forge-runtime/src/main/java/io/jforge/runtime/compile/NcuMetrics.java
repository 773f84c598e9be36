package io.jforge.runtime.compile;

import io.jforge.runtime.trial.Counter;
import io.jforge.runtime.trial.Profile.Stall;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// The metrics that ncu is asked for, by names that hold from sm_75 on, and what follows from them. One that a GPU
/// lacks ncu gives as "n/a": it is absent here.
final class NcuMetrics {
    private static final String STALL = "smsp__average_warps_issue_stalled_%s_per_issue_active.ratio";

    /// A warp that issues is not stalled; its cycle counts among all cycles.
    private static final String ISSUES = "selected";

    /// `gmma` waits for the warp group's matrix instructions, and is Hopper's alone.
    private static final List<String> STATES = List.of(
            "barrier",
            "branch_resolving",
            "dispatch_stall",
            "drain",
            "gmma",
            "imc_miss",
            "lg_throttle",
            "long_scoreboard",
            "math_pipe_throttle",
            "membar",
            "mio_throttle",
            "misc",
            "no_instruction",
            "not_selected",
            "short_scoreboard",
            "sleeping",
            "tex_throttle",
            "wait",
            ISSUES);

    /// A counter as a metric, or as one over another.
    ///
    /// @param factor from seconds, bytes, percents and counts
    private record Formula(Counter counter, String metric, String over, double factor) {
        Formula(Counter counter, String metric) {
            this(counter, metric, "", 1);
        }

        boolean isKnown(Map<String, Double> values) {
            return values.containsKey(metric) && (over.isEmpty() || values.getOrDefault(over, 0.0) > 0);
        }

        double value(Map<String, Double> values) {
            return factor * values.get(metric) / (over.isEmpty() ? 1 : values.get(over));
        }
    }

    /// Of a counter that has two, the first that a GPU has.
    private static final List<Formula> FORMULAS = List.of(
            new Formula(Counter.DURATION_US, "gpu__time_duration.sum", "", 1e6),
            new Formula(Counter.DRAM_PERCENT, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"),
            new Formula(Counter.DRAM_PERCENT, "dram__throughput.avg.pct_of_peak_sustained_elapsed"),
            new Formula(Counter.DRAM_GB_PER_S, "dram__bytes.sum.per_second", "", 1e-9),
            new Formula(Counter.L2_PERCENT, "lts__throughput.avg.pct_of_peak_sustained_elapsed"),
            new Formula(Counter.L2_HIT_PERCENT, "lts__t_sector_hit_rate.pct"),
            new Formula(Counter.L1_PERCENT, "l1tex__throughput.avg.pct_of_peak_sustained_active"),
            new Formula(Counter.SM_PERCENT, "sm__throughput.avg.pct_of_peak_sustained_elapsed"),
            new Formula(Counter.TENSOR_PERCENT, "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed"),
            new Formula(Counter.OCCUPANCY_PERCENT, "sm__warps_active.avg.pct_of_peak_sustained_active"),
            new Formula(Counter.OCCUPANCY_LIMIT_PERCENT, "sm__maximum_warps_per_active_cycle_pct"),
            new Formula(
                    Counter.SECTORS_PER_LOAD,
                    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                    1),
            new Formula(
                    Counter.CONFLICTS_PER_SHARED_LOAD,
                    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                    "smsp__inst_executed_op_shared_ld.sum",
                    1),
            new Formula(
                    Counter.CONFLICTS_PER_SHARED_STORE,
                    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                    "smsp__inst_executed_op_shared_st.sum",
                    1));

    private NcuMetrics() {}

    /// As `--metrics` takes them.
    static String names() {
        var counters = FORMULAS.stream()
                .flatMap(formula -> Stream.of(formula.metric(), formula.over()))
                .filter(name -> !name.isEmpty());
        return Stream.concat(counters, STATES.stream().map(STALL::formatted)).collect(Collectors.joining(","));
    }

    /// @param values in seconds, bytes, percents and counts
    static Map<Counter, Double> counters(Map<String, Double> values) {
        var counters = new EnumMap<Counter, Double>(Counter.class);
        for (var formula : FORMULAS)
            if (formula.isKnown(values)) counters.putIfAbsent(formula.counter(), formula.value(values));
        return counters;
    }

    /// What warps wait for, as a share of the cycles between two instructions of one; the greatest first.
    static List<Stall> stalls(Map<String, Double> values) {
        double cycles = STATES.stream()
                .flatMapToDouble(state -> DoubleStream.of(cycles(values, state)))
                .sum();
        return STATES.stream()
                .filter(state -> !state.equals(ISSUES) && cycles(values, state) > 0)
                .map(state -> new Stall(state.replace('_', ' '), 100 * cycles(values, state) / cycles))
                .sorted(Comparator.comparingDouble(Stall::percent).reversed())
                .toList();
    }

    private static double cycles(Map<String, Double> values, String state) {
        return values.getOrDefault(STALL.formatted(state), 0.0);
    }
}
