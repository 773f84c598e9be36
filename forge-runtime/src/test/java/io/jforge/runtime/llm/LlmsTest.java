package io.jforge.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jforge.runtime.llm.FakeProvider.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class LlmsTest {
    private static final String KEY = "sk-planted-0123456789abcdef";
    private static final Question QUESTION = new Question("You write C.", "Make softmax faster.", 77);
    private static final String ANSWER = "first I thought, then I wrote: int main() {} \u00e9";

    private final FakeProvider server = FakeProvider.start().answer(ANSWER);
    private final FakePacing pacing = new FakePacing();
    private final StringBuffer heard = new StringBuffer();
    private Limits limits = Limits.USUAL;

    @AfterEach
    void close() {
        server.close();
    }

    private Llm open(Provider provider) {
        var environment =
                Map.of("OPENAI_API_KEY", KEY, "ANTHROPIC_API_KEY", KEY, "GEMINI_API_KEY", KEY, "OLLAMA_API_KEY", KEY);
        var llms = new Llms(new Keys(environment), new Proxies(Map.of()), pacing, new Random(7));
        return llms.open(LlmName.parse(server.name(provider)), limits);
    }

    private Reply ask(Provider provider) {
        return open(provider).ask(QUESTION, heard::append);
    }

    private void always(Fault fault) {
        server.always(fault);
        if (isStall(fault))
            limits = limits.withTries(2).withFirst(Duration.ofMillis(150)).withStall(Duration.ofMillis(150));
    }

    private static boolean isStall(Fault fault) {
        return fault.name().startsWith("STALL");
    }

    private LlmException failure(Provider provider) {
        return catchThrowableOfType(LlmException.class, () -> ask(provider));
    }

    static Stream<Provider> remote() {
        return Stream.of(Provider.OPENAI, Provider.ANTHROPIC, Provider.GEMINI, Provider.OLLAMA);
    }

    @ParameterizedTest
    @MethodSource("remote")
    void answersComeInPiecesAndWhole(Provider provider) {
        var reply = ask(provider);
        assertThat(reply.text()).isEqualTo(ANSWER).isEqualTo(heard.toString());
        assertThat(reply.end()).isEqualTo(Reply.End.COMPLETE);
        assertThat(reply.model()).isEqualTo(FakeProtocol.MODEL);
        assertThat(reply.tries()).isOne();
        assertThat(reply.usage().in()).hasValue(FakeProtocol.IN);
        assertThat(reply.usage().out()).hasValue(FakeProtocol.OUT);
        if (provider != Provider.OLLAMA) assertThat(reply.usage().cached()).hasValue(FakeProtocol.CACHED);
        var request = server.requests().getFirst();
        assertThat(request.key()).isEqualTo(KEY);
        assertThat(request.body()).contains("You write C.", "Make softmax faster.", "77");
        assertThat(request.headers()).doesNotContainKey("http2-settings");
    }

    /// What may go wrong, what becomes of it, and how often the provider is asked.
    static Stream<Arguments> faults() {
        return Stream.of(
                        Arguments.of(Fault.RATE_LIMIT, LlmException.Fault.RATE_LIMIT, 4),
                        Arguments.of(Fault.RATE_LIMIT_BY_DATE, LlmException.Fault.RATE_LIMIT, 4),
                        Arguments.of(Fault.RATE_LIMIT_FOR_HOURS, LlmException.Fault.RATE_LIMIT, 1),
                        Arguments.of(Fault.OVERLOADED_503, LlmException.Fault.OVERLOADED, 4),
                        Arguments.of(Fault.OVERLOADED_529, LlmException.Fault.OVERLOADED, 4),
                        Arguments.of(Fault.SERVER_ERROR, LlmException.Fault.OVERLOADED, 4),
                        Arguments.of(Fault.BAD_GATEWAY, LlmException.Fault.OVERLOADED, 4),
                        Arguments.of(Fault.BAD_KEY, LlmException.Fault.BAD_KEY, 1),
                        Arguments.of(Fault.FORBIDDEN, LlmException.Fault.BAD_KEY, 1),
                        Arguments.of(Fault.PAYMENT_REQUIRED, LlmException.Fault.NO_CREDIT, 1),
                        Arguments.of(Fault.NO_QUOTA, LlmException.Fault.NO_CREDIT, 1),
                        Arguments.of(Fault.UNKNOWN_MODEL, LlmException.Fault.UNKNOWN_MODEL, 1),
                        Arguments.of(Fault.TOO_LONG, LlmException.Fault.TOO_LONG, 1),
                        Arguments.of(Fault.BAD_REQUEST, LlmException.Fault.REFUSED_BY_SERVER, 1),
                        Arguments.of(Fault.STALL_BEFORE_HEADERS, LlmException.Fault.TIMED_OUT, 2),
                        Arguments.of(Fault.STALL_AFTER_HEADERS, LlmException.Fault.TIMED_OUT, 2),
                        Arguments.of(Fault.STALL_MID_STREAM, LlmException.Fault.TIMED_OUT, 2),
                        Arguments.of(Fault.CUT, LlmException.Fault.UNREACHABLE, 4),
                        Arguments.of(Fault.RESET, LlmException.Fault.UNREACHABLE, 4),
                        Arguments.of(Fault.RESET_AT_ONCE, LlmException.Fault.UNREACHABLE, 4),
                        Arguments.of(Fault.HTML, LlmException.Fault.GARBAGE, 2),
                        Arguments.of(Fault.GARBAGE, LlmException.Fault.GARBAGE, 2),
                        Arguments.of(Fault.EMPTY_CHOICES, LlmException.Fault.GARBAGE, 2),
                        Arguments.of(Fault.WRONG_SCHEMA, LlmException.Fault.GARBAGE, 2),
                        Arguments.of(Fault.ERROR_IN_STREAM, LlmException.Fault.OVERLOADED, 4))
                .flatMap(row ->
                        remote().map(provider -> Arguments.of(provider, row.get()[0], row.get()[1], row.get()[2])));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void faultsAreToldApartTriedAgainWhereTheyPassAndToldWithoutTheKey(
            Provider provider, Fault fault, LlmException.Fault expected, int calls) {
        always(fault);
        var failure = failure(provider);
        assertThat(failure.fault()).isEqualTo(expected);
        assertThat(failure.getMessage()).contains(provider == Provider.OLLAMA ? "Ollama" : provider.title());
        assertThat(pacing.waits()).hasSize(calls - 1);
        if (!isStall(fault)) assertThat(server.requests()).hasSize(calls); // one that stalls may not have come so far
        requireHidden(failure);
    }

    /// Each error of the server's holds it.
    private void requireHidden(Throwable failure) {
        assertThat(server.requests()).allMatch(request -> request.key().equals(KEY));
        for (var each = failure; each != null; each = each.getCause()) {
            assertThat(each.toString()).doesNotContain(KEY);
            assertThat(each.getSuppressed()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("remote")
    void anAnswerThatHoldsTheKeyIsHeardWithoutIt(Provider provider) {
        server.always(Fault.ECHOES_KEY);
        assertThat(ask(provider).text()).isEqualTo("your key is (hidden), I think");
        assertThat(heard.toString()).isEqualTo("your key is (hidden), I think");
    }

    @ParameterizedTest
    @MethodSource("remote")
    void afterAFaultThatPassesTheAnswerIsGot(Provider provider) {
        server.misbehave(Fault.SERVER_ERROR, Fault.STALL_MID_STREAM, Fault.RATE_LIMIT);
        limits = limits.withStall(Duration.ofMillis(500));
        var reply = ask(provider);
        assertThat(reply.text()).isEqualTo(ANSWER);
        assertThat(reply.tries()).isEqualTo(4);
        assertThat(reply.usage()).isEqualTo(Usage.UNKNOWN); // one of them had begun to answer
        assertThat(heard.toString()).isEqualTo(ANSWER.substring(0, 12) + ANSWER);
    }

    @ParameterizedTest
    @MethodSource("remote")
    void triesThatNeverBeganLeaveTheUsageKnown(Provider provider) {
        server.misbehave(Fault.OVERLOADED_503, Fault.RATE_LIMIT);
        assertThat(ask(provider).usage().in()).hasValue(FakeProtocol.IN);
    }

    @ParameterizedTest
    @MethodSource("remote")
    void aStreamThatEndsWithoutSayingWhyIsTruncated(Provider provider) {
        server.always(Fault.TRUNCATED);
        var reply = ask(provider);
        assertThat(reply.end()).isEqualTo(Reply.End.TRUNCATED);
        assertThat(reply.text()).isEqualTo(ANSWER.substring(0, 12));
        assertThat(reply.usage()).isEqualTo(Usage.UNKNOWN);
    }

    @ParameterizedTest
    @MethodSource("remote")
    void theReasonWhyAModelStoppedIsRead(Provider provider) {
        server.misbehave(Fault.MAX_TOKENS, Fault.FILTERED);
        assertThat(ask(provider).end()).isEqualTo(Reply.End.TRUNCATED);
        assertThat(ask(provider).end()).isEqualTo(Reply.End.REFUSED);
    }

    @ParameterizedTest
    @MethodSource("remote")
    void brokenBytesAreSeenAsSuch(Provider provider) {
        server.always(Fault.INVALID_UTF8);
        assertThat(ask(provider).text()).isEqualTo(ANSWER + "broken \ufffd byte");
    }

    @ParameterizedTest
    @MethodSource("remote")
    void anAnswerThatDripsForEverMeetsTheDeadline(Provider provider) {
        server.always(Fault.SLOW_DRIP);
        limits = limits.withCall(Duration.ofMillis(400));
        var failure = failure(provider);
        assertThat(failure.fault()).isEqualTo(LlmException.Fault.TIMED_OUT);
        assertThat(failure.getMessage()).contains("no whole answer within 400 ms");
        assertThat(failure.begun()).isOne();
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void retryAfterIsHonoured() {
        server.misbehave(Fault.RATE_LIMIT, Fault.RATE_LIMIT_BY_DATE);
        ask(Provider.OPENAI);
        assertThat(pacing.waits().getFirst()).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7700));
        // 30 s from the start to the date, less what was waited before
        assertThat(pacing.waits().get(1)).isBetween(Duration.ofSeconds(22), Duration.ofSeconds(26));
    }

    @Test
    void aWaitBeyondTheDeadlineIsNotWaitedFor() {
        server.always(Fault.RATE_LIMIT_FOR_HOURS);
        assertThat(failure(Provider.ANTHROPIC))
                .hasMessage(("Anthropic's API at %s/v1 takes no more questions for now, its rate limit is reached"
                                + " (asked once): try again at 09:27:30 (in 2 h)")
                        .formatted(server.url()));
        assertThat(pacing.waits()).isEmpty();
    }

    @Test
    void aConnectionThatBreaksInMidAnswerIsToldFromOneThatNeverWas() {
        limits = limits.withTries(1);
        server.always(Fault.CUT);
        assertThat(failure(Provider.OPENAI)).hasMessageContaining("broke off in mid-answer (asked once)");
        server.always(Fault.RESET_AT_ONCE);
        assertThat(failure(Provider.OPENAI)).hasMessageContaining("is not reached at " + server.url());
    }

    /// A model thinks, or is loaded, for longer than an answer that has begun may pause.
    @Test
    void theBeginningMayTakeLonger() {
        server.always(Fault.STALL_AFTER_HEADERS);
        limits = limits.withTries(1).withFirst(Duration.ofMillis(900)).withStall(Duration.ofMillis(100));
        assertThat(failure(Provider.OPENAI)).hasMessageContaining("sent nothing for 900 ms");
        server.always(Fault.STALL_MID_STREAM);
        limits = limits.withFirst(Duration.ofSeconds(50));
        assertThat(failure(Provider.OPENAI)).hasMessageContaining("sent nothing for 100 ms");
    }

    @Test
    void aServerThatNamesATimeGoneByIsNotPressed() {
        server.always(Fault.RATE_LIMIT_BY_DATE);
        assertThat(failure(Provider.GEMINI)).hasMessageEndingWith("try again later, or with fewer questions at once");
        assertThat(pacing.waits()).allMatch(wait -> wait.compareTo(Duration.ofMillis(500)) >= 0);
    }

    @Test
    void waitsGrow() {
        server.always(Fault.SERVER_ERROR);
        failure(Provider.OPENAI);
        assertThat(pacing.waits().get(0)).isBetween(Duration.ofMillis(500), Duration.ofMillis(1000));
        assertThat(pacing.waits().get(1)).isBetween(Duration.ofMillis(1000), Duration.ofMillis(2000));
        assertThat(pacing.waits().get(2)).isBetween(Duration.ofMillis(2000), Duration.ofMillis(4000));
    }

    @Test
    void whereNobodyListensIsUnreachable() {
        server.close();
        var failure = failure(Provider.OLLAMA);
        assertThat(failure.fault()).isEqualTo(LlmException.Fault.UNREACHABLE);
        assertThat(failure)
                .hasMessage("Ollama is not reached at %s (connection refused, asked 4 times): is it running there?"
                        .formatted(server.url()));
        assertThat(failure.begun()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"STALL_BEFORE_HEADERS", "STALL_MID_STREAM", "SLOW_DRIP"})
    void anInterruptEndsTheCallAtOnce(Fault fault) throws InterruptedException {
        server.always(fault);
        limits = Limits.USUAL;
        var begun = new CountDownLatch(1);
        var thrown = new AtomicReference<Throwable>();
        var stillInterrupted = new AtomicReference<Boolean>();
        var llm = open(Provider.OPENAI);
        var asking = Thread.ofPlatform().start(() -> {
            try {
                llm.ask(QUESTION, _ -> begun.countDown());
            } catch (RuntimeException ended) {
                thrown.set(ended);
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            }
        });
        if (fault == Fault.STALL_BEFORE_HEADERS) while (server.requests().isEmpty()) Thread.sleep(5);
        else assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        long from = System.nanoTime();
        asking.interrupt();
        asking.join(10_000);
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(1));
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(stillInterrupted.get()).isTrue();
        heard.setLength(0);
    }

    /// The server of a drip notices that its client has gone.
    @Test
    void aCallThatIsGivenUpIsHungUp() throws InterruptedException {
        server.always(Fault.SLOW_DRIP);
        limits = limits.withCall(Duration.ofMillis(200));
        failure(Provider.OPENAI);
        for (int i = 0; i < 200 && server.open() > 0; i++) Thread.sleep(20);
        assertThat(server.open()).isZero();
    }

    @Test
    void severalMayAskAtOnce() throws InterruptedException {
        var llm = open(Provider.ANTHROPIC);
        var texts = new java.util.concurrent.ConcurrentLinkedQueue<String>();
        var threads = Stream.generate(() -> Thread.ofVirtual()
                        .start(() -> texts.add(llm.ask(QUESTION, _ -> {}).text())))
                .limit(8)
                .toList();
        for (var thread : threads) thread.join();
        assertThat(texts)
                .containsExactlyElementsOf(List.of(ANSWER, ANSWER, ANSWER, ANSWER, ANSWER, ANSWER, ANSWER, ANSWER));
    }

    @Test
    void aServerOfOnesOwnNeedsNoKey() {
        var llms = new Llms(new Keys(Map.of()), new Proxies(Map.of()), pacing, new Random(7));
        for (var provider : remote().toList()) {
            var reply = llms.open(LlmName.parse(server.name(provider)), limits).ask(QUESTION, _ -> {});
            assertThat(reply.text()).isEqualTo(ANSWER);
        }
        assertThat(server.requests()).noneMatch(request -> request.headers().containsKey("authorization"));
        server.always(Fault.BAD_KEY);
        assertThatThrownBy(() -> llms.open(LlmName.parse(server.name(Provider.OPENAI)), limits)
                        .ask(QUESTION, _ -> {}))
                .hasMessage("OpenAI at %s/v1 wants a key: set OPENAI_API_KEY".formatted(server.url()));
    }

    @Test
    void openAisOwnEndpointNeedsAKey() {
        var llms = new Llms(new Keys(Map.of()), new Proxies(Map.of()), pacing, new Random(7));
        assertThatThrownBy(() -> llms.open(LlmName.parse("gpt-5"), limits))
                .isInstanceOf(io.jforge.runtime.spec.SpecException.class)
                .hasMessageStartingWith("no key for OpenAI: set OPENAI_API_KEY, or put it in the keyring with `");
    }
}
