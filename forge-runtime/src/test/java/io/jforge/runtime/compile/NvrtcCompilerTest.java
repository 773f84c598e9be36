package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The compile server and its client, with a library that stands in for NVRTC.
@Timeout(60)
class NvrtcCompilerTest {
    private static final Duration DEADLINE = Duration.ofMillis(1500);

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Nvrtc standIn;

    private NvrtcCompiler compiler;

    @BeforeAll
    static void build() {
        standIn = StandInNvrtc.in(shared);
    }

    @BeforeEach
    void start() {
        compiler = new NvrtcCompiler(standIn, setting(2L << 30), 2);
    }

    @AfterEach
    void end() {
        compiler.close();
    }

    private CudaSetting setting(long memoryBytes) {
        return new CudaSetting(CudaHere.SM_90, CudaHeaders.none(), folder, DEADLINE, memoryBytes);
    }

    private Outcome outcome(String words) {
        var source = CudaHere.softmax("// " + words, "y[0] = x[0];");
        return compiler.compile(source, CudaHere.plan(source))
                .outcome(binary -> new Outcome.Crashed("not stopped: " + text(binary.library())));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Long> servers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("NvrtcServer"))
                .map(ProcessHandle::pid)
                .sorted()
                .toList();
    }

    private static void untilGone(List<Long> before) throws InterruptedException {
        for (int i = 0; i < 100 && servers().stream().anyMatch(before::contains); i++) Thread.sleep(50);
        assertThat(servers()).doesNotContainAnyElementsOf(before);
    }

    private void assertItStillWorks() {
        assertThat(outcome("é fine").message()).contains("not stopped", "// é fine");
    }

    @Test
    void whatNvrtcMadeIsKept() {
        assertItStillWorks();
        assertThat(compiler.arch().name()).isEqualTo("sm_90a");
        assertThat(compiler.id()).startsWith("NVRTC 12.9 (");
    }

    @Test
    void ptxIsAskedForByAVirtualArchitecture() {
        var source = CudaHere.softmax("// seen", "y[0] = x[0];");
        assertThat(compiler.ptx(source, CudaHere.plan(source)))
                .isInstanceOfSatisfying(
                        Step.Passed.class,
                        passed -> assertThat((String) passed.value())
                                .startsWith("ptx\n")
                                .contains("// seen")
                                .doesNotContain("\0"));
    }

    @Test
    void oneServerServesMany() {
        assertItStillWorks();
        var before = servers();
        for (int i = 0; i < 20; i++) assertItStillWorks();
        assertThat(servers()).hasSize(1).isEqualTo(before);
    }

    @Test
    void whatTheCompilerSaysIsHanded() {
        assertThat(outcome("WRONG")).isEqualTo(new Outcome.Rejected("softmax.cu(4): error: wrong"));
        assertItStillWorks();
    }

    @Test
    void aCompileThatTakesTooLongIsKilledAndTheNextOneWorks() throws InterruptedException {
        var before = servers();
        long start = System.nanoTime();
        assertThat(outcome("LOOP")).isEqualTo(new Outcome.TimedOut("compile", DEADLINE));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plusSeconds(2));
        untilGone(before);
        assertItStillWorks();
    }

    @Test
    void aCompilerThatDiesOnItIsReplaced() {
        assertThat(outcome("ABORT"))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.diagnostics())
                                .startsWith("the compiler did not survive it: it ended by signal 6")
                                .contains("LLVM ERROR: broken"));
        assertItStillWorks();
        assertThat(outcome("SEGV"))
                .isEqualTo(new Outcome.Rejected("the compiler did not survive it: it crashed (SIGSEGV)"));
        assertItStillWorks();
    }

    @Test
    void theLimitOnMemoryHolds() {
        assertThat(outcome("GREEDY"))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.diagnostics()).containsIgnoringCase("memory"));
        assertItStillWorks();
    }

    @Test
    void theCompilerMayRecurseDeeply() {
        assertThat(outcome("DEEP").message()).contains("not stopped");
    }

    @Test
    void severalCompileAtOnce() throws Exception {
        var source = CudaHere.softmax("", "y[0] = x[0];");
        try (var threads = Executors.newFixedThreadPool(4)) {
            var tasks = IntStream.range(0, 40)
                    .mapToObj(_ -> (Callable<Boolean>)
                            () -> compiler.compile(source, CudaHere.plan(source)) instanceof Step.Passed<Binary>)
                    .toList();
            for (var done : threads.invokeAll(tasks)) assertThat(done.get()).isTrue();
        }
        assertThat(servers()).hasSizeBetween(1, 2);
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".cubin")).collect(Collectors.toSet()))
                    .hasSize(40);
        }
    }

    @Test
    void anInterruptEndsACompile() throws InterruptedException {
        var before = servers();
        var thrown = new AtomicReference<Throwable>();
        var thread = Thread.ofPlatform().start(() -> thrown.set(catchThrowable(() -> outcome("LOOP"))));
        Thread.sleep(300);
        thread.interrupt();
        thread.join(2000);
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        untilGone(before);
        assertItStillWorks();
    }

    @Test
    void aServerThatWasKilledWhileIdleIsReplaced() throws Exception {
        var before = servers();
        for (long pid : before) ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        untilGone(before);
        Thread.sleep(200); // until its parent has heard of it
        assertItStillWorks();
    }

    @Test
    void nothingRunsOnceItIsClosed() throws InterruptedException {
        assertItStillWorks();
        var before = servers();
        compiler.close();
        untilGone(before);
        assertThatThrownBy(() -> outcome("")).isInstanceOf(CancellationException.class);
        assertThat(servers()).isEmpty();
    }

    @Test
    void aLibraryThatDoesNotLoadIsAMissingTool() throws IOException {
        var junk = Files.writeString(folder.resolve("libnvrtc.so.12"), "not a library");
        var nvrtc = new Nvrtc(junk, standIn.builtins(), StandInNvrtc.VERSION, "a test");
        assertThatThrownBy(() -> new NvrtcCompiler(nvrtc, setting(2L << 30), 1))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining(junk + " does not load: ");
    }

    @Test
    void aLibraryWithoutTheFunctionsIsAMissingTool() {
        var cc = new CcCompiler(Compilers.USUAL, folder, Duration.ofSeconds(30), 4L << 30);
        var other = cc.library("other", "int nothing;", List.of());
        var nvrtc = new Nvrtc(other, other, StandInNvrtc.VERSION, "a test");
        assertThatThrownBy(() -> new NvrtcCompiler(nvrtc, setting(2L << 30), 1))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining("does not load: ")
                .hasMessageContaining("nvrtcVersion");
    }

    @Test
    void tooLittleMemoryToStartIsSaid() {
        assertThatThrownBy(() -> new NvrtcCompiler(standIn, setting(64L << 20), 1))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining("did not start: ");
    }

    @Test
    void aDeviceThatItDoesNotKnowIsAMissingTool() {
        var blackwell = new CudaSetting(CudaArch.named("sm_100"), CudaHeaders.none(), folder, DEADLINE, 2L << 30);
        assertThatThrownBy(() -> new NvrtcCompiler(standIn, blackwell, 1))
                .isInstanceOf(MissingTool.class)
                .hasMessage("CUDA 12.9 does not compile for sm_100: install a newer CUDA toolkit");
    }
}
