package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.device.Call;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.device.Sampling;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.Rewrites;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Times on a GPU are those that physics and arithmetic lead to expect.
@Gpu
@Timeout(120)
class GpuTimingTest {
    private static final double GIB = 1L << 30;

    static final Op COPY = Op.parse("""
            op: copy
            doc: y[i] = x[i]
            dtypes: [{T: f32}]
            symbols: {n: {}}
            inputs: {x: {dtype: T, shape: [n]}}
            outputs: {y: {dtype: T, shape: [n], exact: true}}
            read: n*sizeof(x)
            write: n*sizeof(y)
            flops: n
            reference: {units: n}
            torch: x.clone()
            presets: {small: {n: 1000, T: f32, from: synthetic}}
            """);
    private static final String REFERENCE =
            "FN void reference(i64 u, f64 *w, const T_x *x, f64 *y, i64 n) { y[u] = LD(x, u); }\n";

    /// 64 KB for each block, 16 bytes at a time, four of them under way.
    static final String WIDE = """
            /* forge 1 cuda copy
             * require n % 16384 == 0
             * launch copy grid(n/16384) block(256) args(x, y)
             */
            extern "C" __global__ void copy(const float4 *x, float4 *y) {
                const size_t first = (size_t) blockIdx.x * 4096 + threadIdx.x;
                for (int at = 0; at < 4096; at += 1024) {
                    float4 v[4];
                    #pragma unroll
                    for (int k = 0; k < 4; k++) v[k] = __ldcs(x + first + at + 256 * k);
                    #pragma unroll
                    for (int k = 0; k < 4; k++) __stcs(y + first + at + 256 * k, v[k]);
                }
            }
            """;

    /// Every block waits so many clocks before it copies.
    static final String WAITS = """
            /* forge 1 cuda copy
             * tune CLOCKS in 200000 400000 800000
             * launch copy grid(ceildiv(n, 256)) block(256) args(x, y, n)
             */
            extern "C" __global__ void copy(const float *x, float *y, int n) {
                const long long start = clock64();
                while (clock64() - start < CLOCKS) {}
                const int i = blockIdx.x * 256 + threadIdx.x;
                if (i < n) y[i] = x[i];
            }
            """;

    /// One warp, and a load begins when the one before it has come: it takes the memory's latency each time.
    static final String ONE_AFTER_ANOTHER = """
            /* forge 1 cuda copy
             * launch copy grid(1) block(32) args(x, y, n)
             */
            extern "C" __global__ void copy(const float *x, float *y, int n) {
                for (int i = threadIdx.x; i < n; i += 32) {
                    const float v = x[i];
                    y[i] = v;
                    i += v * 0.0f != 0.0f; /* never, but who compiles it cannot know */
                }
            }
            """;

    @TempDir
    Path folder;

    private static Catalogue.Entry entry() {
        return new Catalogue.Entry(COPY, "", REFERENCE, Map.of(), new Rewrites(List.of()));
    }

    private static Task task(long n) {
        return Task.of(COPY, "n=" + n, "f32", Gpu.Needed.device().target());
    }

    private static Timing timed(Outcome outcome) {
        assertThat(outcome).as(outcome.message()).isInstanceOf(Outcome.Timed.class);
        return ((Outcome.Timed) outcome).timing();
    }

    /// A GiB is read and a GiB written.
    @Test
    void aCopyTakesItsBytesOverTheBandwidth() {
        assumeTrue(Gpu.Needed.device().target().memoryBytes() > 32L << 30, "needs a GPU with 32 GiB");
        try (var bench = GpuBench.of(folder, entry(), task(1L << 28))) {
            double micros = timed(bench.evaluate(WIDE)).medianMicros();
            double gigabytesPerSecond = 2 * GIB / micros / 1e3;
            assertThat(gigabytesPerSecond / bench.roofline().gigabytesPerSecond())
                    .as("%.0f us, %.0f GB/s, measured roof %.0f GB/s"
                            .formatted(
                                    micros, gigabytesPerSecond, bench.roofline().gigabytesPerSecond()))
                    .isBetween(0.8, 1.1);
        }
    }

    @Test
    void waitingTwiceTheClocksTakesTwiceTheTime() {
        try (var bench = GpuBench.of(folder, entry(), task(1 << 12))) {
            double once = waiting(bench, 200_000);
            double twice = waiting(bench, 400_000);
            double fourTimes = waiting(bench, 800_000);
            var times = "%.1f us, %.1f us, %.1f us".formatted(once, twice, fourTimes);
            assertThat((fourTimes - twice) / (twice - once)).as(times).isBetween(1.8, 2.2);
            assertThat(fourTimes / once).as(times).isBetween(3.5, 4.2);
            double gigahertz = 400_000 / (fourTimes - twice) / 1e3;
            assertThat(gigahertz)
                    .as(times)
                    .isBetween(0.3, 1.02 * Gpu.Needed.device().clockGigahertz());
        }
    }

    private static double waiting(GpuBench bench, long clocks) {
        return timed(bench.evaluate(new Candidate(Source.parse(WAITS), Map.of("CLOCKS", clocks))))
                .medianMicros();
    }

    @Test
    void aColdCacheCostsTime() throws IOException {
        var task = task(1 << 16);
        var candidate = new Candidate(Source.parse(ONE_AFTER_ANOTHER), Map.of());
        var tools = Tools.cuda(Gpu.Needed.device(), CudaHere.TOOLS, GpuBench.NO, Optional.empty())
                .in(Files.createDirectory(folder.resolve("tools")), task);
        try (var worker =
                new Fence(task.target().id(), Files.createDirectory(folder.resolve("worker")), tools.host())) {
            var binary = passed(tools.compiler().compile(candidate.source(), candidate.plan(task)));
            worker.load(Pipeline.MODULE, binary.library());
            worker.use(Verifier.layout(task), 1);
            worker.fill(0, List.of(Fill.normal(1)));
            var call = Verifier.call(candidate, task, Pipeline.MODULE);
            double warm = micros(worker, call, 0);
            double cold = micros(worker, call, 2 * task.target().lastLevelCacheBytes());
            assertThat(cold / warm)
                    .as("cold %.1f us, warm %.1f us".formatted(cold, warm))
                    .isBetween(1.15, 6.0);
        } finally {
            tools.close().run();
        }
    }

    private static double micros(Fence worker, Call call, long flushBytes) {
        var sampling = Sampling.usual().exactly(21);
        return passed(worker.time(List.of(call), sampling, flushBytes, Duration.ofSeconds(20)))
                .timings()
                .getFirst()
                .medianMicros();
    }

    private static <T> T passed(Step<T> step) {
        return switch (step) {
            case Step.Passed<T>(T value) -> value;
            case Step.Stopped<T>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
    }
}
