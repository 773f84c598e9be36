package io.jforge.runtime;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.launcher.TagFilter.includeTags;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs the tests of one tag without Maven, as `install/gpu-test` does on a host that has none: a line a test, its
/// failure below it, and at the end the counts as Surefire prints them.
final class RunTagged implements TestExecutionListener {
    private static final String CLASSES = ".*Test";
    private static final int TRACE_LINES = 12;

    private final PrintStream out;
    private final long begun = System.nanoTime();
    private TestPlan plan;
    private long started;
    private int run;
    private int failed;
    private int broken;
    private int skipped;

    private RunTagged(PrintStream out) {
        this.out = out;
    }

    /// `TAG [-Dtest=NAME] FOLDER...`: exits with 0 if something ran and nothing failed.
    ///
    /// NAME is a class's simple name, in which `*` stands for anything.
    public static void main(String[] args) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var only = Arrays.stream(args).filter(arg -> arg.startsWith("-Dtest=")).map(arg -> arg.substring(7));
        var folders =
                Arrays.stream(args).skip(1).filter(arg -> !arg.startsWith("-")).map(Path::of);
        var roots = selectClasspathRoots(folders.collect(Collectors.toSet()));
        System.exit(run(args[0], only.findFirst().map(RunTagged::classes).orElse(CLASSES), out, roots) ? 0 : 1);
    }

    private static String classes(String name) {
        return Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*", ".*\\.", ""));
    }

    /// Whether something ran, or was skipped for a reason, and nothing failed.
    static boolean run(String tag, String classes, PrintStream out, java.util.List<? extends DiscoverySelector> among) {
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(among)
                .filters(includeTags(tag), ClassNameFilter.includeClassNamePatterns(classes))
                .build();
        var tests = new RunTagged(out);
        LauncherFactory.create().execute(request, tests);
        return tests.closed(tag);
    }

    private boolean closed(String tag) {
        if (run == 0) out.printf("no test has the tag '%s' here%n", tag);
        out.printf(
                Locale.ROOT,
                "%nTests run: %d, Failures: %d, Errors: %d, Skipped: %d, Time elapsed: %.1f s%n",
                run,
                failed,
                broken,
                skipped,
                seconds(begun));
        return run > 0 && failed + broken == 0;
    }

    private static double seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toMillis() / 1000.0;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan begun) {
        plan = begun;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started = System.nanoTime();
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        int count = count(test);
        run += count;
        skipped += count;
        out.printf("skipped %s: %s%n", name(test), reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> passed(test);
            case ABORTED -> executionSkipped(test, message(result.getThrowable()));
            case FAILED -> failed(test, result.getThrowable());
        }
    }

    private void passed(TestIdentifier test) {
        if (!test.isTest()) return;
        run++;
        out.printf(Locale.ROOT, "ok      %s (%.1f s)%n", name(test), seconds(started));
    }

    /// A class or a source of arguments that fails counts as one test.
    private void failed(TestIdentifier test, Optional<Throwable> thrown) {
        run++;
        if (thrown.orElse(null) instanceof AssertionError) failed++;
        else broken++;
        out.printf(Locale.ROOT, "FAILED  %s (%.1f s)%n", name(test), seconds(started));
        thrown.ifPresent(this::explain);
    }

    private void explain(Throwable thrown) {
        out.println(indented(thrown.toString()));
        Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("io.jforge."))
                .limit(TRACE_LINES)
                .forEach(frame -> out.println(indented("at " + frame)));
        if (thrown.getCause() != null) out.println(indented("because of " + thrown.getCause()));
    }

    private static String indented(String text) {
        return text.strip().indent(8).stripTrailing();
    }

    private static String message(Optional<Throwable> thrown) {
        return thrown.map(Throwable::getMessage)
                .map(text -> text.strip().replaceFirst("^Assumption failed: ", ""))
                .orElse("no reason given");
    }

    /// Tests at or below; one whose tests are known only as they run counts as one.
    private int count(TestIdentifier test) {
        int below = plan.getDescendants(test).stream()
                .mapToInt(t -> t.isTest() ? 1 : 0)
                .sum();
        return Math.max(1, below);
    }

    /// `GpuRunTest > aCandidateThatHangs > [2] ...`, without the engine.
    private String name(TestIdentifier test) {
        var names = new java.util.ArrayDeque<String>();
        for (var at = Optional.of(test);
                at.isPresent() && at.get().getParentId().isPresent();
                at = plan.getParent(at.get()))
            names.addFirst(at.get().getDisplayName().strip());
        return String.join(" > ", names).replaceAll("\\s+", " ");
    }
}
