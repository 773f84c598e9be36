package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.llm.Usage;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.propose.Exchange.Kind;
import io.jforge.runtime.propose.Exchange.State;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangesTest {
    @TempDir
    private Path folder;

    private RunStore store;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
        store.begin(Runs.header("a"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    static Exchange exchange(int number, State state, String answer) {
        var asked = new Exchange.Asked(
                "openai:m@http://localhost:1/v1",
                "1",
                "vector loads",
                "you write C",
                "make question %d faster".formatted(number),
                Instant.parse("2026-11-30T10:00:00.123Z"));
        var usage = state == State.ANSWERED ? Usage.of(1200, 800, 345) : Usage.UNKNOWN;
        var reply = new Reply(answer, Reply.End.TRUNCATED, usage, "m-2026", Duration.ofMillis(4321), 2);
        var dollars = Optional.of(new BigDecimal("0.01234"));
        return new Exchange(number, number, 0, Kind.PROPOSE, state, asked, reply, dollars, "cut off");
    }

    private List<Exchange> reread() {
        try (var other = new RunStore(folder)) {
            return other.find("a").exchanges();
        }
    }

    @Test
    void anExchangeComesBackAsItWasWithItsTextsAlsoAfterItsAnswerCame() {
        var first = exchange(1, State.ASKED, "");
        store.put("a", first);
        assertThat(reread()).containsExactly(first);
        var answered = exchange(1, State.ANSWERED, "```c\nint x; // \u00e4\n```");
        store.put("a", answered);
        store.put("a", exchange(2, State.FAILED, ""));
        assertThat(reread()).containsExactly(answered, exchange(2, State.FAILED, ""));
    }

    @Test
    void aListOfRunsHasTheExchangesWithoutTheirTexts() {
        store.put("a", exchange(1, State.ANSWERED, "an answer"));
        assertThat(store.all().getFirst().exchanges())
                .containsExactly(exchange(1, State.ANSWERED, "an answer").with("", "", ""));
    }

    @Test
    void aTextIsKeptOnceAndGoesWithTheLastRunThatHasIt() throws SQLException {
        store.begin(Runs.header("b"));
        store.put("a", exchange(1, State.ANSWERED, "the same"));
        store.put("a", exchange(2, State.ANSWERED, "the same"));
        store.put("b", exchange(1, State.ANSWERED, "the same"));
        assertThat(texts()).isEqualTo(4); // the system's, two prompts, the answer
        store.cleaning().delete(List.of("a"));
        assertThat(texts()).isEqualTo(3);
        assertThat(store.find("b").exchanges()).containsExactly(exchange(1, State.ANSWERED, "the same"));
        store.cleaning().delete(List.of("b"));
        assertThat(texts()).isZero();
    }

    private int texts() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("runs.db"));
                var statement = connection.createStatement()) {
            return statement.executeQuery("select count(*) from texts").getInt(1);
        }
    }
}
