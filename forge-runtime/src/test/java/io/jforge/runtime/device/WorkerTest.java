package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.PlannedArg;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The worker as a process, and what goes over its pipes.
@Timeout(30)
class WorkerTest {
    private static final Call HANG = Call.of(1, "hang", 1, List.of(new PlannedArg.Buffer("y")));

    private static final long TAG = 4711;

    @TempDir
    Path folder;

    private Process worker;
    private DataOutputStream requests;
    private DataInputStream replies;

    @BeforeEach
    void start() throws IOException {
        worker = WorkerClient.command("cpu", Optional.empty())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        requests = new DataOutputStream(worker.getOutputStream());
        replies = new DataInputStream(worker.getInputStream());
    }

    @AfterEach
    void end() {
        worker.destroyForcibly();
    }

    private void send(Request request) throws IOException {
        Frames.write(requests, TAG, out -> Request.write(out, request));
    }

    private Reply ask(Request request) throws IOException {
        send(request);
        var frame = Frames.read(replies);
        assertThat(frame.isFor(TAG)).isTrue();
        return Reply.read(frame.content());
    }

    @Test
    void itEndsWhenItsParentClosesThePipe() throws Exception {
        assertThat(ask(new Request.Use(List.of(), 1))).isEqualTo(new Reply.Used(false));
        requests.close();
        assertThat(worker.waitFor(2, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isZero();
    }

    @Test
    void itEndsEvenWhileACandidateLoopsForEver() throws Exception {
        var library = Compilers.in(folder, Compilers.USUAL)
                .library("hang", "void hang(float *y) { for (volatile int i = 0;; i++); }", List.of());
        ask(new Request.Load(1, library.toString()));
        ask(new Request.Use(List.of(BufferSpec.output("y", DType.F32, 8)), 1));
        send(new Request.Run(HANG, 0, (byte) 0, ""));
        assertThat(worker.waitFor(300, TimeUnit.MILLISECONDS)).isFalse();
        requests.close();
        assertThat(worker.waitFor(2, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatItCannotDoIsAnAnswerInWords() throws IOException {
        assertThat(ask(new Request.Run(HANG, 0, (byte) 0, ""))).isEqualTo(new Reply.Failed("module 1 is not loaded"));
        assertThat(ask(new Request.Load(1, folder.resolve("none.so").toString())))
                .isInstanceOfSatisfying(
                        Reply.Failed.class,
                        failed -> assertThat(failed.message()).contains("none.so"));
        Files.writeString(folder.resolve("text.so"), "not a library");
        assertThat(ask(new Request.Load(1, folder.resolve("text.so").toString())))
                .isInstanceOf(Reply.Failed.class);
        assertThat(ask(new Request.Unload(5))).isEqualTo(new Reply.Done());
    }

    static List<Request> requests() {
        var args = List.<PlannedArg>of(
                new PlannedArg.Buffer("x"),
                new PlannedArg.I32(-1),
                new PlannedArg.U32(-2),
                new PlannedArg.I64(1L << 40),
                new PlannedArg.U64(-3L),
                new PlannedArg.F32(1.5f),
                new PlannedArg.F64(Math.PI));
        var scratch = List.of(BufferSpec.scratch("s", DType.BF16, 7, true));
        var call = new Call(4, scratch, Call.of(4, "go", 3, args).launches());
        var sampling = new Sampling(9, 120, Duration.ofMillis(350), 0.01, Double.POSITIVE_INFINITY, 3);
        return List.of(
                new Request.Load(4, "/tmp/a b/\u00fc.so"),
                new Request.Unload(4),
                new Request.Forget(),
                new Request.Use(List.of(BufferSpec.input("x", DType.F32, 1L << 33)), 3),
                new Request.FillSet(2, List.of(Fill.uniform(Long.MIN_VALUE, -80, 80), Fill.normal(7))),
                new Request.Run(call, 1, (byte) 0xA5, "/tmp/out"),
                new Request.Time(
                        List.of(call, Call.of(5, "other", 0, List.of())), sampling, 1L << 28, FreshInputs.none(), ""),
                new Request.Time(
                        List.of(call),
                        sampling.led(),
                        0,
                        new FreshInputs(7, List.of(Fill.normal(3), Fill.uniform(4, -1, 2))),
                        "/a file"),
                new Request.Time(List.of(call), sampling.warmly(), 0, FreshInputs.none(), ""),
                new Request.Digest());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void everyRequestArrivesAsItWasSent(Request request) throws IOException {
        var bytes = new ByteArrayOutputStream();
        Request.write(new DataOutputStream(bytes), request);
        var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(Request.read(in)).isEqualTo(request);
        assertThat(in.available()).isZero();
    }

    static List<Reply> answers() {
        return List.of(
                new Reply.Done(),
                new Reply.Failed("no such entry"),
                new Reply.Left("threads", "left one"),
                new Reply.Ran(List.of("x"), List.of("y", "s")),
                new Reply.Times(List.of(List.of(1L, 2L), List.of()), true, List.of(), List.of("y")),
                new Reply.Compared(List.of(
                        new Verdict(0.5, 3, 1, 2, true),
                        new Verdict(5, 0, 1, 2, false, List.of(new Verdict(4, 7, 3, 4, false))))),
                new Reply.Digest(Long.MIN_VALUE));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void everyReplyArrivesAsItWasSent(Reply reply) throws IOException {
        var bytes = new ByteArrayOutputStream();
        Reply.write(new DataOutputStream(bytes), reply);
        var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(Reply.read(in)).isEqualTo(reply);
        assertThat(in.available()).isZero();
    }
}
