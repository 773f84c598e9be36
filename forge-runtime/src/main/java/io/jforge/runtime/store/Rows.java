package io.jforge.runtime.store;

import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Trial;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/// Reads the store's rows as what they stand for.
final class Rows {
    /// A run's trials from a number on, each with its source's text, in order.
    static final String TRIALS =
            "select trials.*, sources.text from trials join sources on sources.hash = trials.source"
                    + " where run = ? and number >= ? order by number";

    private Rows() {}

    static RunHeader header(ResultSet row) throws SQLException {
        return OutcomeJson.JSON.readValue(row.getString("header"), RunHeader.class);
    }

    /// None where it does not read: what it confirmed can be confirmed again, and the trials are whole.
    static Optional<RunEnding> ending(ResultSet row) throws SQLException {
        try {
            return Optional.ofNullable(row.getString("ending"))
                    .map(json -> OutcomeJson.JSON.readValue(json, RunEnding.class));
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    static Trial trial(ResultSet row) throws SQLException {
        Map<String, Long> assignment =
                OutcomeJson.JSON.readValue(row.getString("assignment"), new TypeReference<Map<String, Long>>() {});
        return new Trial(
                row.getInt("number"),
                row.getInt("node"),
                row.getInt("parent_node"),
                row.getInt("iteration"),
                row.getString("change"),
                row.getString("recipe"),
                new Candidate(Source.parse(row.getString("text")), assignment),
                OutcomeJson.read(row.getString("outcome"), row.getString("detail")),
                new Stages(
                        duration(row.getLong("compile_us")),
                        duration(row.getLong("ahead_us")),
                        duration(row.getLong("verify_us")),
                        duration(row.getLong("time_us"))),
                OutcomeJson.JSON.readValue(row.getString("resources"), Resources.class),
                Instant.parse(row.getString("ended")));
    }

    static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    static Duration duration(long micros) {
        return Duration.ofNanos(micros * 1000);
    }
}
