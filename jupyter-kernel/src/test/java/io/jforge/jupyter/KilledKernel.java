package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.client.Notebook;
import io.jforge.jupyter.client.NotebookRunner;
import io.jforge.jupyter.client.RunEvent;
import io.jforge.jupyter.client.RunOptions;
import io.jforge.jupyter.client.RunResult;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A notebook whose kernel's process is killed in the middle of a run, and what is left of it.
final class KilledKernel {
    private static final Pattern TRIALS = Pattern.compile(", (\\d+) trials");

    private final Path home;
    private final String cell;
    private final int iterations;

    /// What a kill at one moment left.
    ///
    /// @param told trials that the notebook had shown by then, and `kept` those that the store has
    /// @param resumed trials of the run in the end; none where it had not begun when its process was killed
    record Left(Duration moment, int told, int kept, int resumed) {}

    /// @param cell makes a run of so many iterations
    KilledKernel(Path home, String cell, int iterations) {
        this.home = home;
        this.cell = cell;
        this.iterations = iterations;
    }

    /// How long the cell takes when it is left alone.
    Duration whole() throws Exception {
        var running = new Running();
        assertThat(running.result.get(5, TimeUnit.MINUTES).ending()).isInstanceOf(RunResult.Completed.class);
        return Duration.ofNanos(System.nanoTime() - running.begun);
    }

    /// Kills the kernel's process so long after the cell began, and asserts that nothing which was told is
    /// lost, that no process of it is left, and that the run can be gone on with to its end.
    Left killedAfter(Duration moment) throws Exception {
        long runs = runs();
        var running = new Running();
        running.killAfter(moment);
        int told = running.told.get();
        assertThat(running.result.get(1, TimeUnit.MINUTES).ending()).isNotInstanceOf(RunResult.Failed.class);
        try (var forge = forge()) {
            if (forge.runs().size() == runs) {
                assertThat(told).isZero();
                return new Left(moment, 0, 0, 0);
            }
            var left = forge.last().record();
            assertThat(left.trials()).hasSizeGreaterThanOrEqualTo(told);
            int resumed = left.state().equals("broken off")
                    ? goneOn(forge, left)
                    : left.trials().size();
            running.assertNoFolderIsLeft();
            return new Left(moment, told, left.trials().size(), resumed);
        }
    }

    private int goneOn(Forge forge, RunRecord left) {
        var run = forge.resume(left.header().id()).run().record();
        assertThat(run.state()).isEqualTo("finished");
        assertThat(run.trials()).extracting(Trial::number).isEqualTo(numbers(run));
        assertThat(run.trials().subList(0, left.trials().size())).isEqualTo(left.trials());
        assertThat(run.iterations()).isEqualTo(iterations);
        assertThat(run.ending().orElseThrow().confirmation()).isPresent();
        return run.trials().size();
    }

    private static List<Integer> numbers(RunRecord run) {
        return IntStream.range(0, run.trials().size()).boxed().toList();
    }

    private long runs() {
        try (var forge = forge()) {
            return forge.runs().size();
        }
    }

    private Forge forge() {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        return Forge.open(environment);
    }

    /// The notebook's only cell, running.
    private final class Running {
        private final AtomicInteger told = new AtomicInteger();
        private final CountDownLatch started = new CountDownLatch(1);
        private final CompletableFuture<RunResult> result;
        private final List<ProcessHandle> processes = new ArrayList<>();
        private final long begun;
        private long kernel;

        Running() throws InterruptedException {
            var runner = new NotebookRunner(command(), home, Map.of("JFORGE_HOME", home.toString()));
            result = CompletableFuture.supplyAsync(() -> runner.run(notebook(), RunOptions.DEFAULT, this::hear));
            assertThat(started.await(1, TimeUnit.MINUTES)).isTrue();
            begun = System.nanoTime();
        }

        private void hear(RunEvent event) {
            if (event instanceof RunEvent.CellStarted) started.countDown();
            if (event instanceof RunEvent.OutputUpdated updated) {
                var matcher = TRIALS.matcher(updated.output().text());
                if (matcher.find()) told.set(Integer.parseInt(matcher.group(1)));
            }
        }

        void killAfter(Duration moment) throws Exception {
            Thread.sleep(moment);
            var process = kernelProcess();
            if (process.isEmpty()) return; // the run was over before that moment
            kernel = process.get().pid();
            process.get().descendants().forEach(processes::add);
            process.get().destroyForcibly();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (left() > 0 && System.nanoTime() < end) Thread.sleep(20);
            assertThat(processes.stream()
                            .filter(ProcessHandle::isAlive)
                            .map(each -> each.info().commandLine()))
                    .as("processes of the kernel that was killed after " + moment)
                    .isEmpty();
        }

        private long left() {
            return processes.stream().filter(ProcessHandle::isAlive).count();
        }

        private Optional<ProcessHandle> kernelProcess() {
            return ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains("connection.json"))
                    .findFirst();
        }

        /// The next run removes what a process that was killed could not.
        void assertNoFolderIsLeft() throws IOException {
            for (var parent : List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/dev/shm"))) {
                if (!Files.isDirectory(parent)) continue;
                try (var folders = Files.newDirectoryStream(parent, "jforge-*")) {
                    for (var folder : folders) assertThat(owner(folder)).isNotEqualTo(String.valueOf(kernel));
                }
            }
        }

        private static String owner(Path folder) {
            try {
                return Files.readString(folder.resolve(".owner"));
            } catch (IOException _) {
                return "";
            }
        }
    }

    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=jdk.jshell/jdk.jshell=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "kernel",
                "{connection_file}");
    }

    private Notebook notebook() {
        var json = Json.object().put("nbformat", 4).put("nbformat_minor", 5);
        json.putObject("metadata");
        var code = json.putArray("cells").addObject();
        code.put("cell_type", "code").put("id", "run").put("source", cell).putNull("execution_count");
        code.putObject("metadata");
        code.putArray("outputs");
        return Notebook.parse(json.toString());
    }
}
