package io.jforge.runtime.store;

import io.jforge.runtime.trial.Check;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Rung;
import java.time.Duration;
import java.util.ArrayList;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Outcomes as the store writes them: a label and the record's fields as JSON.
final class OutcomeJson {
    static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new SimpleModule().addDeserializer(Evidence.class, new EvidenceReader()))
            .build();

    private OutcomeJson() {}

    /// Reads evidence; that of runs before checks had parts is lines of text and the worst share of all.
    private static final class EvidenceReader extends ValueDeserializer<Evidence> {
        private static final JsonMapper PLAIN = JsonMapper.builder().build();

        @Override
        public Evidence deserialize(JsonParser parser, DeserializationContext context) {
            var json = context.readTree(parser);
            double worst = json.path("worstShare").asDouble(0);
            var checks = new ArrayList<Check>();
            for (var check : json.path("checks"))
                checks.add(check.isString() ? old(check.asString(), worst) : PLAIN.treeToValue(check, Check.class));
            var notes = new ArrayList<String>();
            for (var note : json.path("notes")) notes.add(note.asString());
            return new Evidence(checks, notes);
        }

        /// `softmax 17x33 f32 outlier, seed 2a`.
        private static Check old(String label, double worst) {
            var parts = OLD.matcher(label);
            boolean known = parts.matches();
            return new Check(
                    Rung.TRIAL,
                    Check.Moment.BEFORE,
                    known ? parts.group(1) : label,
                    known ? parts.group(2) : "",
                    known ? Long.parseUnsignedLong(parts.group(3), 16) : 0,
                    worst,
                    Double.NaN,
                    Duration.ZERO);
        }

        private static final Pattern OLD = Pattern.compile("(.+) (\\S+), seed ([0-9a-f]{1,16})");
    }

    static String detail(Outcome outcome) {
        return JSON.writeValueAsString(outcome);
    }

    static Outcome read(String label, String detail) {
        return JSON.readValue(detail, type(label));
    }

    private static Class<? extends Outcome> type(String label) {
        return switch (label) {
            case "rejected" -> Outcome.Rejected.class;
            case "forbidden" -> Outcome.Forbidden.class;
            case "crashed" -> Outcome.Crashed.class;
            case "timed out" -> Outcome.TimedOut.class;
            case "wrong" -> Outcome.Wrong.class;
            case "suspect" -> Outcome.Suspect.class;
            case "timed" -> Outcome.Timed.class;
            default ->
                throw new StoreException(
                        "the store holds an outcome '" + label + "' that this JForge does not know; use a newer one");
        };
    }
}
