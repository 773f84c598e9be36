package io.jforge.runtime.verify;

import io.jforge.runtime.device.Fence;
import io.jforge.runtime.device.Judged;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Has large outputs compared by the judge's process, which holds the references and never ran a candidate:
/// on a GPU where they are, after the candidate has ended; on a processor from the file that the worker
/// left.
///
/// Small ones are cheaper to compare here.
final class ApartJudge implements Judge {
    private static final long SMALL_ON_DEVICE = 8 << 20;
    private static final long SMALL_ON_HOST = 64 << 20;

    private final Task task;
    private final Fence worker;
    private final Reference reference;
    private final RandomGenerator seeds;
    private final Judge host;
    private final Map<Integer, Cases.Case> known = new HashMap<>();

    ApartJudge(Task task, Fence worker, Reference reference, RandomGenerator seeds) {
        this.task = task;
        this.worker = worker;
        this.reference = reference;
        this.seeds = seeds;
        worker.onLoss(() -> reference.judge().forget());
        this.host = new HostJudge(task, worker, reference, seeds);
    }

    /// On a processor every output crosses by a file.
    @Override
    public boolean wantsCapture(Task shape) {
        return !isOnDevice(shape) || isSmall(shape);
    }

    private static boolean isSmall(Task shape) {
        long bytes = shape.outputs().stream().mapToLong(TensorSpec::bytes).sum();
        return bytes < (isOnDevice(shape) ? SMALL_ON_DEVICE : SMALL_ON_HOST);
    }

    private static boolean isOnDevice(Task shape) {
        return shape.target().kind().equals(Target.CUDA);
    }

    @Override
    public Cases.Case known(int card) {
        return isSmall(task) ? host.known(card) : known.computeIfAbsent(card, _ -> new Cases(task, seeds).full());
    }

    @Override
    public Worst judge(Cases.Case each, byte poison) {
        var shape = each.task();
        if (isSmall(shape)) return host.judge(each, poison);
        reference.compute(shape, each.fills(), seeds.nextLong(), slot(each), each.seed());
        var handles = isOnDevice(shape) ? worker.share() : captured(shape);
        var judged = new ArrayList<Judged>();
        for (int i = 0; i < shape.outputs().size(); i++) {
            var output = shape.outputs().get(i);
            var bound = ErrorBound.of(shape, output.dtype());
            judged.add(Worst.judged(output, shape.op().outputs().get(i), bound, handles.get(output.name()), poison));
        }
        var verdicts = reference.judge().compare(judged);
        var worst = Worst.NONE;
        for (int i = 0; i < verdicts.size(); i++)
            worst = worst.or(Worst.of(shape.outputs().get(i), verdicts.get(i)));
        return worst;
    }

    private Map<String, byte[]> captured(Task shape) {
        var handles = new HashMap<String, byte[]>();
        long at = 0;
        for (var output : shape.outputs()) {
            handles.put(output.name(), worker.capturedFrom(at));
            at += output.bytes();
        }
        return handles;
    }

    private String slot(Cases.Case each) {
        return known.entrySet().stream()
                .filter(kept -> kept.getValue().equals(each))
                .findFirst()
                .map(kept -> "kept" + kept.getKey())
                .orElse("fresh");
    }

    @Override
    public void close() {
        host.close();
    }
}
