package io.jforge.runtime.verify;

import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Judged;
import io.jforge.runtime.device.Verdict;
import io.jforge.runtime.spec.OutputDecl;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Compares large outputs where they are: the judge's process reads them on the device, after the candidate has ended.
///
/// Small ones are cheaper to bring to the host.
final class DeviceJudge implements Judge {
    private static final long SMALL_BYTES = 8 << 20;
    private static final int POOL = 3;
    private static final byte ONES = (byte) 0xFF;

    private final Task task;
    private final Fence worker;
    private final Reference reference;
    private final RandomGenerator seeds;
    private final HostJudge host;
    private final List<Cases.Case> pool = new ArrayList<>();

    DeviceJudge(Task task, Fence worker, Reference reference, RandomGenerator seeds) {
        this.task = task;
        this.worker = worker;
        this.reference = reference;
        this.seeds = seeds;
        worker.onLoss(() -> reference.judge().forget());
        this.host = new HostJudge(task, worker, reference, seeds);
    }

    @Override
    public boolean wantsCapture(Task shape) {
        return shape.outputs().stream().mapToLong(TensorSpec::bytes).sum() < SMALL_BYTES;
    }

    @Override
    public Cases.Case known() {
        if (wantsCapture(task)) return host.known();
        if (pool.size() < POOL) pool.add(new Cases(task, seeds).full());
        return pool.get(seeds.nextInt(pool.size()));
    }

    @Override
    public Comparison.Worst judge(Cases.Case each, byte poison) {
        if (wantsCapture(each.task())) return host.judge(each, poison);
        var shape = each.task();
        int slot = pool.indexOf(each);
        reference.compute(shape, each.fills(), seeds.nextLong(), slot < 0 ? "fresh" : "kept" + slot, each.seed());
        var handles = worker.share();
        var judged = new ArrayList<Judged>();
        for (int i = 0; i < shape.outputs().size(); i++) {
            var output = shape.outputs().get(i);
            judged.add(judged(shape, output, shape.op().outputs().get(i), handles.get(output.name()), poison));
        }
        var verdicts = reference.judge().compare(judged);
        var worst = Comparison.Worst.NONE;
        for (int i = 0; i < verdicts.size(); i++)
            worst = worst.or(worst(shape.outputs().get(i), verdicts.get(i)));
        return worst;
    }

    private static Judged judged(Task shape, TensorSpec output, OutputDecl declared, byte[] handle, byte poison) {
        var bound = ErrorBound.of(shape, output.dtype());
        return new Judged(
                handle,
                output.name(),
                declared.mag() ? ReferenceDriver.magnitudes(output.name()) : "",
                output.dtype(),
                output.numel(),
                Comparison.groupSize(output, declared),
                bound.tolerance().abs(),
                bound.tolerance().rel(),
                bound.rounding(),
                bound.leastNormal(),
                Comparison.largest(output.dtype()),
                declared.exact(),
                poison == ONES);
    }

    private static Comparison.Worst worst(TensorSpec output, Verdict verdict) {
        if (verdict.index() < 0)
            return new Comparison.Worst(
                    verdict.share(),
                    "norm group %d of %s is off by %.3g times what is allowed in the mean square"
                            .formatted(-1 - verdict.index(), output.name(), verdict.share()));
        return new Comparison.Worst(
                verdict.share(),
                "%s[%s] is %.9g, should be %.9g (off by %.3g times what is allowed)"
                        .formatted(
                                output.name(),
                                Comparison.index(output, verdict.index()),
                                verdict.got(),
                                verdict.want(),
                                verdict.share()));
    }

    @Override
    public void close() {
        host.close();
    }
}
