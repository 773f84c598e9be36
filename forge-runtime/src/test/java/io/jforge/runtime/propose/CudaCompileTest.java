package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.CudaArch;
import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every CUDA source of the catalogue, and every cheat that is to be run, compiles: each dtype, at the point that is
/// tried first and at the extreme ones.
///
/// A compiler takes longer to start than to compile one source: many make a text, each in a namespace of its own.
class CudaCompileTest {
    private static final Pattern MACRO = Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)");
    private static final int AT_ONCE = 2;
    private static final int OF_A_TEXT = 40;
    private static final int PATIENCE_SECONDS = 600;

    /// A source under the defines of one of its points.
    private record Point(CudaTexts.Text text, String dtype, LaunchPlan plan) {
        String label() {
            return "%s %s %s".formatted(text, dtype, plan.defines());
        }

        /// What it compiles for: an exact architecture, or both that are tried.
        List<String> architectures() {
            var arch = text.source().header().arch();
            if (arch.isEmpty()) return List.of("sm_80", "sm_90");
            return List.of(arch.get().name());
        }

        /// The source with its entries renamed and its macros taken back.
        String block(int number) {
            var block = new StringBuilder("namespace point" + number + " {\n");
            var macros = new LinkedHashSet<String>();
            plan.defines().forEach((name, value) -> {
                macros.add(name);
                block.append("#define %s %d\n".formatted(name, value));
            });
            for (var entry : plan.launches().stream()
                    .map(PlannedLaunch::entry)
                    .distinct()
                    .toList()) {
                macros.add(entry);
                block.append("#define %s %s_%d\n".formatted(entry, entry, number));
            }
            MACRO.matcher(text.source().text()).results().forEach(found -> macros.add(found.group(1)));
            block.append("#line 1 \"")
                    .append(label())
                    .append("\"\n")
                    .append(text.source().text())
                    .append("\n}\n");
            for (var macro : macros) block.append("#undef ").append(macro).append('\n');
            return block.toString();
        }
    }

    @TempDir
    private Path folder;

    private static Stream<Point> points(CudaTexts.Text text) {
        return text.dtypes().stream().flatMap(dtype -> points(text, dtype));
    }

    /// The first that some task admits, and those with the smallest and with the largest tunables.
    private static Stream<Point> points(CudaTexts.Text text, String dtype) {
        var tasks = CudaTexts.tasks(text).stream()
                .filter(task -> task.dtypeLabel().equals(dtype))
                .toList();
        var admitted = text.source().assignments().stream()
                .flatMap(assignment -> tasks.stream()
                        .flatMap(task -> CudaTexts.plan(text.source(), task, assignment).stream())
                        .limit(1))
                .map(plan -> new Point(text, dtype, plan))
                .toList();
        var bySize = Comparator.<Point>comparingLong(point -> size(point.plan().defines()));
        return Stream.of(
                        admitted.getFirst(),
                        admitted.stream().min(bySize).orElseThrow(),
                        admitted.stream().max(bySize).orElseThrow())
                .distinct();
    }

    private static long size(Map<String, Long> defines) {
        return defines.values().stream().reduce(1L, (all, each) -> all * Math.max(1, each));
    }

    @Test
    void everySourceCompilesForEveryArchitecture() throws Exception {
        var jobs = CudaHere.nvccCommand().isPresent() && !CudaHere.hasNvrtc() ? byNvcc() : byNvrtc();
        assumeThat(jobs).as("needs NVRTC or nvcc").isNotEmpty();
        try (var workers = Executors.newFixedThreadPool(AT_ONCE)) {
            for (var said : workers.invokeAll(jobs)) assertThat(said.get()).isEmpty();
        }
    }

    /// One process for each architecture, all sources one after the other; none where there is no NVRTC.
    private List<Callable<String>> byNvrtc() {
        var jobs = new ArrayList<Callable<String>>();
        for (var architecture : CudaHere.hasNvrtc() ? List.of("sm_80", "sm_90") : List.<String>of())
            jobs.add(() -> byNvrtc(architecture));
        return jobs;
    }

    private String byNvrtc(String architecture) throws IOException {
        var own = Files.createDirectory(folder.resolve(architecture));
        var said = new StringBuilder();
        try (var compiler = CudaHere.nvrtc(own, CudaArch.named(architecture))) {
            for (var point : points(List.of(architecture, compiler.arch().name())))
                if (compiler.compile(point.text().source(), point.plan()) instanceof Step.Stopped<Binary> stopped)
                    said.append(point.label())
                            .append(": ")
                            .append(stopped.outcome().message())
                            .append('\n');
        }
        return said.toString();
    }

    private List<Callable<String>> byNvcc() {
        var jobs = new ArrayList<Callable<String>>();
        for (var architecture : List.of("sm_80", "sm_90", "sm_90a")) {
            var points = points(List.of(architecture));
            for (int from = 0; from < points.size(); from += OF_A_TEXT) {
                var some = points.subList(from, Math.min(points.size(), from + OF_A_TEXT));
                var name = architecture + "-" + from;
                jobs.add(() -> compiled(CudaHere.nvccCommand().orElseThrow(), architecture, name, some));
            }
        }
        return jobs;
    }

    private static List<Point> points(List<String> architectures) {
        var points = Stream.concat(CudaTexts.texts(), CudaTexts.cheats())
                .flatMap(CudaCompileTest::points)
                .filter(point -> point.architectures().stream().anyMatch(architectures::contains))
                .toList();
        assertThat(points).as("%s", architectures).isNotEmpty();
        return points;
    }

    /// What the compiler has to say.
    private String compiled(Path nvcc, String architecture, String name, List<Point> points)
            throws IOException, InterruptedException {
        var text = new StringBuilder(Resources.text("/prelude/forge.cuh"));
        for (int i = 0; i < points.size(); i++) text.append(points.get(i).block(i));
        Files.writeString(folder.resolve(name + ".cu"), text);
        var said = folder.resolve(name + ".txt");
        var process = new ProcessBuilder(
                        nvcc.toString(),
                        "-std=c++17",
                        "-cubin",
                        "-arch=" + architecture,
                        "-allow-unsupported-compiler",
                        "-Werror=all-warnings",
                        name + ".cu",
                        "-o",
                        name + ".cubin")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return name + " took too long";
        }
        return process.exitValue() == 0 ? "" : Files.readString(said);
    }
}
