package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// C that no lint has seen, and what it gets: nothing. Each attack runs in each sandbox that works here, and the next
/// candidate is honest and runs.
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class BreakoutTest {
    private static final int N = 64;
    private static final Duration ENOUGH = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static Path library;
    private static Path host;
    private static Path secret;
    private static Path kept;
    private static ServerSocket listener;
    private static final Map<String, Fence> FENCES = new HashMap<>();

    @BeforeAll
    static void ready() throws IOException {
        var compiler = Compilers.in(folder, Compilers.USUAL);
        // in the person's home, where keys lie
        kept = Files.createTempDirectory(Path.of(System.getProperty("user.home")), ".jforge-breakout");
        secret = Files.writeString(kept.resolve("key"), "sk-planted");
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var defines = """
                #define SECRET "%s"
                #define PERSONS "%s"
                #define PARENT %d
                #define PORT %d
                """.formatted(secret, kept, ProcessHandle.current().pid(), listener.getLocalPort());
        library = compiler.library(
                "breakout", defines + Files.readString(Path.of("src/test/resources/breakout.c")), List.of("-O0"));
        var text = Resources.text("/prelude/forge.h") + Resources.text("/host/host.c");
        host = compiler.library("host", text, List.of());
    }

    @AfterAll
    static void end() throws IOException {
        FENCES.values().forEach(Fence::close);
        listener.close();
        Files.deleteIfExists(secret);
        Files.deleteIfExists(kept);
    }

    /// What is installed and what works are two things; what is skipped is said.
    static List<Sandbox> sandboxes() {
        var all = new ArrayList<Sandbox>();
        var bubblewrap = Sandbox.Tried.program("bwrap").<Sandbox>map(Bubblewrap::new);
        var namespaces = Sandbox.Tried.program("unshare").<Sandbox>map(Namespaces::new);
        if (bubblewrap.isEmpty()) System.out.println("skipped: bubblewrap is not installed");
        for (var each : Stream.concat(bubblewrap.stream(), namespaces.stream()).toList())
            if (Sandbox.Tried.works(each)) all.add(each);
            else System.out.println("skipped: this system allows no " + each.label());
        return all;
    }

    /// The filter alone, too.
    static List<Sandbox> withoutSandboxToo() {
        var all = new ArrayList<>(sandboxes());
        all.add(new Sandbox.None("not asked for"));
        return all;
    }

    private static Fence fence(Sandbox sandbox) {
        return FENCES.computeIfAbsent(sandbox.getClass().getSimpleName(), name -> {
            try {
                return Fence.in(sandbox, Files.createDirectory(folder.resolve("worker " + name)), host);
            } catch (IOException failed) {
                throw new java.io.UncheckedIOException(failed);
            }
        });
    }

    private static Step<Fence.Ran> run(Sandbox sandbox, String entry, Duration deadline) {
        var fence = fence(sandbox);
        var args = List.<PlannedArg>of(new PlannedArg.Buffer("x"), new PlannedArg.Buffer("y"), new PlannedArg.I32(N));
        var call = new Call(1, List.of(), List.of(PlannedLaunch.cpu(entry, 1, args)));
        return fence.within("verify", () -> {
            if (!fence.isLoaded(1)) fence.load(1, library);
            fence.use(List.of(BufferSpec.input("x", DType.F32, N), BufferSpec.output("y", DType.F32, N)), 1);
            fence.fill(0, List.of(Fill.normal(1)));
            return fence.run(call, 0, (byte) 0xFF, deadline);
        });
    }

    private static Step<Fence.Ran> run(Sandbox sandbox, String entry) {
        return run(sandbox, entry, ENOUGH);
    }

    private static Outcome stopped(Step<?> step) {
        return step.outcome(_ -> new Outcome.Rejected("it passed"));
    }

    /// Whether each of the attack's tries got what it wanted.
    private static List<Boolean> got(Sandbox sandbox, String entry, int tries) {
        assertThat(run(sandbox, entry)).as("%s", entry).isInstanceOf(Step.Passed.class);
        var got = new ArrayList<Boolean>();
        try (var arena = Arena.ofConfined()) {
            var y = fence(sandbox).outputs(4L * N, arena);
            for (int i = 0; i < tries; i++) got.add(y.getAtIndex(ValueLayout.JAVA_FLOAT, i) != 0);
        }
        return got;
    }

    private static void assertNothing(Sandbox sandbox, String entry, int tries) {
        assertThat(got(sandbox, entry, tries))
                .as("%s in %s", entry, sandbox)
                .hasSize(tries)
                .containsOnly(false);
        theNextOneRuns(sandbox);
    }

    private static void theNextOneRuns(Sandbox sandbox) {
        assertThat(got(sandbox, "honest", 1)).containsExactly(true);
        assertThat(run(sandbox, "honest_team")).isInstanceOf(Step.Passed.class);
    }

    @ParameterizedTest
    @MethodSource("sandboxes")
    void itReadsNoFileOfThePersons(Sandbox sandbox) {
        assertNothing(sandbox, "read_files", 5);
    }

    @ParameterizedTest
    @MethodSource("sandboxes")
    void itWritesNowhereButToItsOutputs(Sandbox sandbox) throws IOException {
        assertNothing(sandbox, "write_files", 9);
        try (var files = Files.list(kept)) {
            assertThat(files).containsExactly(secret);
        }
        assertThat(secret).content().isEqualTo("sk-planted");
    }

    @ParameterizedTest
    @MethodSource("sandboxes")
    void itSeesNothingOfTheNotebooksProcess(Sandbox sandbox) {
        assertNothing(sandbox, "read_parent", 4);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void itStartsNoOtherProgramOrProcess(Sandbox sandbox) {
        assumeTrue(Seccomp.isHere(), "this system has seccomp");
        assertNothing(sandbox, "other_processes", 6);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void itSendsNoSignalAndReachesIntoNoProcess(Sandbox sandbox) {
        assumeTrue(Seccomp.isHere(), "this system has seccomp");
        assertNothing(sandbox, "kill_others", 5);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void itReachesNoNetwork(Sandbox sandbox) {
        assumeTrue(Seccomp.isHere(), "this system has seccomp");
        assertNothing(sandbox, "connect_out", 3);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void itCannotTakeItsFetters(Sandbox sandbox) {
        assumeTrue(Seccomp.isHere(), "this system has seccomp");
        assertNothing(sandbox, "undo_fence", 8);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void allocatingWithoutEndIsACrashThatSaysSo(Sandbox sandbox) {
        assertThat(stopped(run(sandbox, "allocate")))
                .isInstanceOfSatisfying(
                        Outcome.Crashed.class,
                        crashed -> assertThat(crashed.how()).startsWith("out of memory: "));
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void memoryThatNoLimitCountsIsNotToBeHad(Sandbox sandbox) {
        assumeTrue(Seccomp.isHere(), "this system has seccomp");
        assertNothing(sandbox, "shared_memory", 3);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void threadsHaveAnEnd(Sandbox sandbox) {
        assertThat(stopped(run(sandbox, "threads_without_end")))
                .isInstanceOfAny(Outcome.Crashed.class, Outcome.Wrong.class);
        theNextOneRuns(sandbox);
        assertThat(run(sandbox, "huge_team")).isInstanceOf(Step.Passed.class);
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void aThreadLeftRunningIsWrong(Sandbox sandbox) {
        assertThat(stopped(run(sandbox, "leave_thread")))
                .isEqualTo(new Outcome.Wrong("threads", "left a thread running after it returned"));
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void aSignalHandlerLeftIsWrong(Sandbox sandbox) {
        assertThat(stopped(run(sandbox, "leave_handler")))
                .isEqualTo(new Outcome.Wrong("signal handler", "left a handler of its own for signal 11"));
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void aSignalHandlerPutBackIsNotWrong(Sandbox sandbox) {
        assertThat(run(sandbox, "restore_handler")).isInstanceOf(Step.Passed.class);
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource({"withoutSandboxToo"})
    void aRoundingModeLeftIsWrong(Sandbox sandbox) {
        for (var entry : List.of("leave_rounding", "leave_flush_to_zero")) {
            assertThat(stopped(run(sandbox, entry)))
                    .isInstanceOfSatisfying(
                            Outcome.Wrong.class,
                            wrong -> assertThat(wrong.check()).isEqualTo("floating-point mode"));
            theNextOneRuns(sandbox);
        }
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void whatItWritesToLowDescriptorsIsNoReply(Sandbox sandbox) {
        assertThat(run(sandbox, "write_low")).isInstanceOf(Step.Passed.class);
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void aForgedReplyIsACrash(Sandbox sandbox) {
        for (var entry : List.of("forge_reply", "garble", "close_all"))
            assertThat(stopped(run(sandbox, entry, Duration.ofSeconds(3))))
                    .as(entry)
                    .isInstanceOfAny(Outcome.Crashed.class, Outcome.TimedOut.class);
        assertThat(stopped(run(sandbox, "forge_reply")))
                .isEqualTo(
                        new Outcome.Crashed("something wrote into the channel of results (a forged or broken reply)"));
        theNextOneRuns(sandbox);
    }

    @ParameterizedTest
    @MethodSource("withoutSandboxToo")
    void aFloodOfWordsIsReadAndDropped(Sandbox sandbox) {
        assertThat(stopped(run(sandbox, "flood", Duration.ofSeconds(1)))).isInstanceOf(Outcome.TimedOut.class);
        theNextOneRuns(sandbox);
    }
}
