package io.jforge.runtime.verify;

import io.jforge.runtime.device.Comparison;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.spec.TensorSpec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Compares in this process: outputs and references are brought here.
final class HostJudge implements Judge {
    private static final byte[] NO_HANDLE = {};

    private final Fence worker;
    private final Reference reference;
    private final RandomGenerator seeds;
    private final AnswerPool pool;

    HostJudge(Task task, Fence worker, Reference reference, RandomGenerator seeds) {
        this.worker = worker;
        this.reference = reference;
        this.seeds = seeds;
        this.pool = new AnswerPool(task, reference, seeds);
    }

    @Override
    public boolean wantsCapture(Task shape) {
        return true;
    }

    @Override
    public Cases.Case known(int card) {
        return pool.get(card).input();
    }

    @Override
    public Worst judge(Cases.Case each, byte poison) {
        var known = pool.find(each);
        if (known.isPresent()) return compare(each, known.get().answers(), poison);
        try (var arena = Arena.ofShared()) {
            return compare(each, reference.answers(each.task(), each.fills(), seeds.nextLong(), arena), poison);
        }
    }

    private Worst compare(Cases.Case each, Map<String, Reference.Answer> answers, byte poison) {
        try (var arena = Arena.ofShared()) {
            return compare(each.task(), worker.outputs(bytes(each.task()), arena), answers, poison);
        }
    }

    /// What the outputs of a shape take, one after another.
    static long bytes(Task shape) {
        return shape.outputs().stream().mapToLong(TensorSpec::bytes).sum();
    }

    /// The worst of outputs that lie one after another.
    static Worst compare(Task shape, MemorySegment got, Map<String, Reference.Answer> answers, byte poison) {
        var worst = Worst.NONE;
        long at = 0;
        for (int i = 0; i < shape.outputs().size(); i++) {
            var output = shape.outputs().get(i);
            var answer = answers.get(output.name());
            var bound = ErrorBound.of(shape, output.dtype());
            var judged = Worst.judged(output, shape.op().outputs().get(i), bound, NO_HANDLE, poison);
            var comparison =
                    new Comparison(judged, got.asSlice(at, output.bytes()), answer.values(), answer.magnitudes());
            worst = worst.or(Worst.of(output, comparison.worst()));
            at += output.bytes();
        }
        return worst;
    }

    @Override
    public void close() {
        pool.close();
    }
}
