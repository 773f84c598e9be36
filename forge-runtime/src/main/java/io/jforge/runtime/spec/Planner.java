package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Turns a header into numbers for one task and one assignment.
final class Planner {
    /// OpenMP would take more, the machine's limits would not.
    private static final int MOST_THREADS = 1024;

    private static final int MOST_BLOCK_THREADS = 1024;
    private static final int MOST_CLUSTER_BLOCKS = 16;
    private static final List<Long> MOST_GRID = List.of((long) Integer.MAX_VALUE, 65535L, 65535L);
    private static final List<Long> MOST_BLOCK = List.of(1024L, 1024L, 64L);

    private final Source source;
    private final Header header;
    private final Task task;
    private final HeaderScope scope;
    private final ArgPlanner args;

    Planner(Source source, Task task, Map<String, Long> assignment) {
        source.check(task.op());
        this.source = source;
        this.header = source.header();
        this.task = task;
        this.scope = new HeaderScope(header, task, complete(header, assignment));
        this.args = new ArgPlanner(header, task, scope);
    }

    private static Map<String, Long> complete(Header header, Map<String, Long> assignment) {
        Map<String, Long> complete = new LinkedHashMap<>();
        for (var tunable : header.tunables()) {
            long value = assignment.getOrDefault(tunable.name(), tunable.defaultValue());
            if (!tunable.values().contains(value))
                throw new SpecException(
                        "%s = %d is not among its values %s".formatted(tunable.name(), value, tunable.values()));
            complete.put(tunable.name(), value);
        }
        var names = List.copyOf(complete.keySet());
        for (var name : assignment.keySet())
            if (!complete.containsKey(name))
                throw new SpecException(
                        "the source has no tunable '%s'.%s".formatted(name, Nearest.suffix(name, names)));
        return complete;
    }

    /// The first `require` that does not hold.
    Optional<Expr> unmet() {
        return header.requires().stream().filter(r -> !r.holds(scope)).findFirst();
    }

    LaunchPlan plan() {
        unmet().ifPresent(r -> {
            throw r.place().error("the source does not apply to %s: it requires %s".formatted(task.label(), r.text()));
        });
        var scratch = header.scratch().stream().map(this::scratch).toList();
        var maps = header.tensorMaps().stream().map(m -> tensorMap(m, scratch)).toList();
        var launches = header.launches().stream()
                .filter(l -> l.when().isEmpty() || l.when().get().holds(scope))
                .map(this::launch)
                .toList();
        if (launches.isEmpty()) throw new SpecException("no launch is left: every 'when' is false");
        if (launches.getFirst().overlap())
            throw new SpecException("%s is the first launch here and cannot overlap"
                    .formatted(launches.getFirst().entry()));
        return new LaunchPlan(scope.defines(), scratch, maps, launches);
    }

    private PlannedScratch scratch(Scratch scratch) {
        long elements = atLeast(1, scratch.elements(), "scratch " + scratch.name());
        var planned = new PlannedScratch(scratch.name(), scratch.dtype(), elements, scratch.zero());
        if (elements > Long.MAX_VALUE / scratch.dtype().bytes())
            throw scratch.elements()
                    .place()
                    .error("scratch %s is too large: %d elements".formatted(scratch.name(), elements));
        return planned;
    }

    private long atLeast(long least, Expr expr, String what) {
        long value = expr.eval(scope);
        if (value < least) throw expr.place().error("%s is %d: at least %d is needed".formatted(what, value, least));
        return value;
    }

    private PlannedLaunch launch(Launch launch) {
        var planned = new PlannedLaunch(
                launch.entry(),
                source.language() == Language.C ? OptionalInt.of(threads(launch)) : OptionalInt.empty(),
                sizes("grid", launch.grid(), MOST_GRID),
                sizes("block", launch.block(), MOST_BLOCK),
                sizes("cluster", launch.cluster(), MOST_GRID),
                launch.shared().map(e -> atLeast(0, e, "shared")).orElse(0L),
                launch.cooperative(),
                launch.resident(),
                launch.overlap(),
                launch.args().stream().map(args::plan).toList());
        checkShape(planned);
        return planned;
    }

    private int threads(Launch launch) {
        if (launch.threads().isEmpty()) return task.target().cores();
        var expr = launch.threads().get();
        long threads = atLeast(1, expr, "threads");
        if (threads > MOST_THREADS)
            throw expr.place().error("threads is %d: at most %d are allowed".formatted(threads, MOST_THREADS));
        return (int) threads;
    }

    /// Three sizes, those not given 1; C launches have none.
    private List<Long> sizes(String what, List<Expr> exprs, List<Long> most) {
        if (source.language() == Language.C) return List.of();
        List<Long> sizes = new ArrayList<>();
        for (var expr : exprs) {
            long size = expr.eval(scope);
            if (size < 1)
                throw expr.place()
                        .error("%s is %d: at least 1 is needed%s"
                                .formatted(what, size, what.equals("grid") ? " (when(...) leaves a launch out)" : ""));
            if (size > most.get(sizes.size()))
                throw expr.place()
                        .error("%s is %d: at most %d are allowed there".formatted(what, size, most.get(sizes.size())));
            sizes.add(size);
        }
        while (sizes.size() < 3) sizes.add(1L);
        return sizes;
    }

    private static void checkShape(PlannedLaunch launch) {
        if (launch.grid().isEmpty()) return;
        long threads = product(launch.block());
        if (threads > MOST_BLOCK_THREADS)
            throw new SpecException(
                    "%s: a block of %d threads is more than %d".formatted(launch.entry(), threads, MOST_BLOCK_THREADS));
        for (int i = 0; i < 3; i++)
            if (launch.grid().get(i) % launch.cluster().get(i) != 0)
                throw new SpecException("%s: a grid of %d does not divide into clusters of %d"
                        .formatted(
                                launch.entry(),
                                launch.grid().get(i),
                                launch.cluster().get(i)));
        if (product(launch.cluster()) > MOST_CLUSTER_BLOCKS)
            throw new SpecException("%s: a cluster of %d blocks is more than %d"
                    .formatted(launch.entry(), product(launch.cluster()), MOST_CLUSTER_BLOCKS));
    }

    private static long product(List<Long> sizes) {
        return sizes.stream().reduce(1L, Math::multiplyExact);
    }

    private PlannedTensorMap tensorMap(TensorMapDecl map, List<PlannedScratch> scratch) {
        var what = "tensormap " + map.name();
        var planned = new PlannedTensorMap(
                map.name(),
                map.of(),
                map.dims().stream().map(e -> atLeast(1, e, what)).toList(),
                map.strides().stream().map(e -> atLeast(1, e, what)).toList(),
                map.box().stream().map(e -> atLeast(1, e, what)).toList(),
                map.swizzle().map(e -> atLeast(0, e, what)).orElse(0L),
                map.l2().map(e -> atLeast(0, e, what)).orElse(0L));
        long room = scratch.stream()
                .filter(s -> s.name().equals(map.of()))
                .map(PlannedScratch::elements)
                .findFirst()
                .orElseGet(() -> task.tensor(map.of()).orElseThrow().extent());
        if (span(planned) > room)
            throw map.dims()
                    .getFirst()
                    .place()
                    .error("%s reaches beyond %s, which has %d elements".formatted(what, map.of(), room));
        return planned;
    }

    /// The elements from the first to the last that a map reaches.
    private static long span(PlannedTensorMap map) {
        try {
            long last = map.dims().getFirst() - 1;
            for (int i = 1; i < map.dims().size(); i++)
                last = Math.addExact(
                        last,
                        Math.multiplyExact(map.dims().get(i) - 1, map.strides().get(i - 1)));
            return Math.addExact(last, 1);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
